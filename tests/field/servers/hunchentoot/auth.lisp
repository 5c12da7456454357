(defpackage :ledger
  (:use :cl))

(in-package :ledger)

(defvar *secret*)

(defun utf8 (string)
  (flexi-streams:string-to-octets string :external-format :utf-8))

(defun base64url (octets)
  (string-right-trim "." (cl-base64:usb8-array-to-base64-string octets :uri t)))

(defun decode-part (part)
  "The JSON object in a part of a token."
  (let* ((padding (mod (- (length part)) 4))
         (padded (concatenate 'string part (make-string padding :initial-element #\.))))
    (yason:parse (flexi-streams:octets-to-string
                  (cl-base64:base64-string-to-usb8-array padded :uri t)
                  :external-format :utf-8))))

(defun sign (text)
  (let ((hmac (ironclad:make-hmac (utf8 *secret*) :sha256)))
    (ironclad:update-hmac hmac (utf8 text))
    (base64url (ironclad:hmac-digest hmac))))

(defun unix-time ()
  (- (get-universal-time) (encode-universal-time 0 0 0 1 1 1970 0)))

(defun token-claims (token)
  "The claims of a valid token, or NIL."
  (let* ((last-dot (position #\. token :from-end t))
         (signed (subseq token 0 last-dot))
         (signature (subseq token (1+ last-dot)))
         (dot (position #\. signed))
         (header (decode-part (subseq signed 0 dot)))
         (claims (decode-part (subseq signed (1+ dot)))))
    (when (and (equal (gethash "alg" header) "HS256")
               (string= signature (sign signed))
               (or (null (gethash "exp" claims))
                   (> (gethash "exp" claims) (unix-time))))
      claims)))

(defun request-token ()
  (let ((authorization (hunchentoot:header-in* :authorization)))
    (if (and authorization (eql 0 (search "Bearer " authorization)))
        (subseq authorization (length "Bearer "))
        (hunchentoot:header-in* :sec-websocket-protocol))))

(defun authorized-p ()
  (let ((token (request-token)))
    (and token (ignore-errors (token-claims token)))))
