(require :asdf)
(mapc #'asdf:load-system '(:hunchentoot :yason :ironclad :cl-base64 :flexi-streams))
(mapc #'load '("auth.lisp" "topology.lisp" "server.lisp"))
(sb-ext:save-lisp-and-die "build/ledger" :toplevel #'ledger::main :executable t)
