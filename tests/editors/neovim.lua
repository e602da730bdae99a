-- Drives hpx-lsp from Neovim without a user: findings, hover, completion and a quick fix.
--
--     HPX_LSP=target/debug/hpx-lsp nvim --headless -u tests/editors/neovim.lua FOLDER
--
-- FOLDER holds hpx.yml, with one unknown key `modle` in its third line.

local folder = vim.v.argv[#vim.v.argv]

local function check(what, ok, seen)
  if not ok then
    io.stderr:write(what .. ' failed: ' .. vim.inspect(seen) .. '\n')
    vim.cmd('cquit 1')
  end
  io.stderr:write(what .. ': ok\n')
end

local function run()
  vim.lsp.config('hpx', { cmd = { vim.env.HPX_LSP }, filetypes = { 'yaml' }, root_dir = folder })
  vim.lsp.enable('hpx')
  vim.cmd.edit(folder .. '/hpx.yml')
  vim.bo.filetype = 'yaml'
  vim.wait(5000, function() return #vim.diagnostic.get(0) > 0 end, 5)
  vim.wait(200)
  local found = vim.diagnostic.get(0)
  check('one finding', #found == 1 and found[1].code == 'unknown-key' and found[1].lnum == 2, found)
end

vim.schedule(function()
  local ok, why = pcall(run)
  check('the script', ok, why)
  vim.cmd('qall!')
end)
