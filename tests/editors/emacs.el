;;; emacs.el --- Reads findings of hpx-lsp in Emacs by Eglot, without a user.
;;
;;     HPX_LSP=target/debug/hpx-lsp FOLDER=folder emacs --batch -l tests/editors/emacs.el
;;
;; FOLDER is filled with a profile that has one unknown key.

(package-initialize)
(require 'eglot)
(require 'yaml-mode)
(require 'flymake)

(defun hpx-check (what ok seen)
  "Say that WHAT holds if OK, else end with what was SEEN."
  (if ok (princ (format "%s: ok\n" what))
    (princ (format "%s: %S\n" what seen))
    (kill-emacs 1)))

(defun hpx-wait (holds)
  "Whether HOLDS does within ten seconds."
  (let ((end (+ (float-time) 10)))
    (while (and (not (funcall holds)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (funcall holds)))

(let* ((folder (file-name-as-directory (expand-file-name (getenv "FOLDER"))))
       (server (expand-file-name (getenv "HPX_LSP")))
       (file (concat folder "hpx.yml"))
       (inhibit-message t)
       (eglot-sync-connect 10))
  (copy-file "tests/examples/quickstart/two_layers.tflite" (concat folder "kws.tflite") t)
  (write-region "# kws\nmodel:\n  path: kws.tflite\nmodle: 1\n" nil file)
  (find-file file)
  (yaml-mode)
  (add-to-list 'eglot-server-programs (list 'yaml-mode server))
  (call-interactively #'eglot)
  (hpx-wait #'flymake-diagnostics)
  (let ((found (flymake-diagnostics)))
    (hpx-check "one finding, one diagnostic" (= (length found) 1) found)
    (hpx-check "at its line"
               (= (line-number-at-pos (flymake-diagnostic-beg (car found))) 4)
               found)
    (hpx-check "its words"
               (string-match-p "no key `modle`" (flymake-diagnostic-text (car found)))
               found))
  (goto-char (point-min))
  (search-forward "modle")
  (replace-match "# modle")
  (save-buffer)
  (hpx-wait (lambda () (null (flymake-diagnostics))))
  (hpx-check "mended" (null (flymake-diagnostics)) (flymake-diagnostics))
  (eglot-shutdown (eglot-current-server)))
