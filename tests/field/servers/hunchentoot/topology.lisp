(in-package :ledger)

(defvar *synchronizer*)

(define-condition invalid-value (error)
  ((message :initarg :message :reader message))
  (:report (lambda (condition stream) (write-string (message condition) stream))))

(defun invalid (control &rest arguments)
  (error 'invalid-value :message (apply #'format nil control arguments)))

(defun required-string (object name)
  (let ((value (gethash name object)))
    (unless (stringp value)
      (invalid "~A is required and must be a string" name))
    value))

(defun uid-list (object name)
  (let ((value (gethash name object)))
    (unless (and (listp value) (every #'stringp value))
      (invalid "~A must be an array of strings" name))
    value))

(defun decode-key (key)
  (unless (hash-table-p key)
    (invalid "publicKey is required"))
  (required-string key "format")
  (required-string key "keySpec")
  (let ((bytes (handler-case
                   (cl-base64:base64-string-to-usb8-array (required-string key "keyData"))
                 (invalid-value (condition) (error condition))
                 (error () (invalid "publicKey.keyData is not base64")))))
    (when (zerop (length bytes))
      (invalid "publicKey.keyData must not be empty"))
    (when (and (string= (gethash "format" key) "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO")
               (/= (aref bytes 0) #x30))
      (invalid "publicKey.keyData is not a DER SubjectPublicKeyInfo"))
    bytes))

(defun sha256 (octets)
  (ironclad:digest-sequence :sha256 octets))

(defun octets (&rest parts)
  (apply #'concatenate '(simple-array (unsigned-byte 8) (*)) parts))

(defun varint (number)
  (if (< number 128)
      (list number)
      (cons (logior 128 (ldb (byte 7 0) number)) (varint (ash number -7)))))

(defun versioned-message (data)
  "An UntypedVersionedMessage: bytes data = 1, int32 version = 2."
  (cl-base64:usb8-array-to-base64-string
   (octets '(#x0a) (varint (length data)) data '(#x10 30))))

(defun generate-topology (body)
  (unless (hash-table-p body)
    (invalid "the body must be an object"))
  (let* ((synchronizer (required-string body "synchronizer"))
         (hint (required-string body "partyHint"))
         (key (decode-key (gethash "publicKey" body)))
         (observation-only (gethash "localParticipantObservationOnly" body))
         (confirming (uid-list body "otherConfirmingParticipantUids"))
         (observing (uid-list body "observingParticipantUids"))
         (threshold (gethash "confirmationThreshold" body 0)))
    (unless (member observation-only '(t nil))
      (invalid "localParticipantObservationOnly must be a boolean"))
    (unless (typep threshold '(integer 0 2147483647))
      (invalid "confirmationThreshold must be at least 1"))
    (unless (string= synchronizer *synchronizer*)
      (invalid "unknown synchronizer ~A" synchronizer))
    (when (zerop threshold)
      (setf threshold (+ (length confirming) (if observation-only 0 1))))
    (let* ((fingerprint (format nil "1220~A" (ironclad:byte-array-to-hex-string (sha256 key))))
           (party (format nil "~A::~A" hint fingerprint))
           (transactions
             (mapcar (lambda (text) (versioned-message (octets (utf8 text) key)))
                     (list (format nil "namespace-delegation ~A " fingerprint)
                           (format nil "party-to-key ~A " party)
                           (format nil "party-to-participant ~A ~A ~A ~S ~S "
                                   party threshold observation-only confirming observing)))))
      (alexandria:alist-hash-table
       `(("partyId" . ,party)
         ("publicKeyFingerprint" . ,fingerprint)
         ("topologyTransactions" . ,transactions)
         ("multiHash" . ,(format nil "1220~A" (ironclad:byte-array-to-hex-string
                                               (sha256 (utf8 (format nil "~{~A~}" transactions)))))))
       :test #'equal))))
