-- Drives hpx-lsp from Neovim without a user: findings, hover, completion and a quick fix.
--
--     HPX_LSP=target/debug/hpx-lsp FOLDER=folder nvim --headless --clean -l tests/editors/neovim.lua
--
-- FOLDER is filled with a profile that has one unknown key.

local folder = vim.env.FOLDER
local file = folder .. '/hpx.yml'

local function check(what, ok, seen)
  if not ok then
    error(what .. ': ' .. vim.inspect(seen), 0)
  end
  io.stdout:write(what .. ': ok\n')
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  local _, answer = next(answers or {})
  return answer and answer.result
end

vim.uv.fs_copyfile('tests/examples/quickstart/two_layers.tflite', folder .. '/kws.tflite')
vim.fn.writefile({ '# kws', 'model:', '  path: kws.tflite', 'modle: 1' }, file)
vim.cmd.edit(file)
vim.lsp.start({ name = 'hpx', cmd = { vim.env.HPX_LSP }, root_dir = folder })
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 5)
vim.wait(300)
local found = vim.diagnostic.get(0)
check('one finding, one diagnostic', #found == 1 and found[1].code == 'unknown-key', found)
check('at its line', found[1].lnum == 3 and found[1].end_col == 5, found)

vim.api.nvim_win_set_cursor(0, { 3, 3 })
local hover = ask('textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-8'))
check('hover', hover and hover.contents.kind == 'markdown', hover)

local params = vim.lsp.util.make_range_params(0, 'utf-8')
params.range = { start = { line = 3, character = 0 }, ['end'] = { line = 3, character = 5 } }
params.context = { diagnostics = {} }
local actions = ask('textDocument/codeAction', params) or {}
local action = vim.tbl_filter(function(it) return it.title:find('^Ignore') end, actions)[1]
check('a quick fix', action, actions)
vim.lsp.util.apply_workspace_edit(action.edit, 'utf-8')
vim.wait(10000, function() return #vim.diagnostic.get(0) == 0 end, 5)
check('mends it', #vim.diagnostic.get(0) == 0, vim.diagnostic.get(0))

vim.api.nvim_buf_set_lines(0, 3, 4, false, { 'targ' })
vim.api.nvim_win_set_cursor(0, { 4, 3 })
local position = vim.lsp.util.make_position_params(0, 'utf-8')
position.position.character = 4
local list = ask('textDocument/completion', position) or { items = {} }
local labels = vim.tbl_map(function(it) return it.label end, list.items)
check('completion', vim.tbl_contains(labels, 'target'), labels)

for _, client in ipairs(vim.lsp.get_clients()) do
  client:stop()
end
check('leaves', vim.wait(5000, function() return #vim.lsp.get_clients() == 0 end, 5), vim.lsp.get_clients())
