(in-package :ledger)

(defun object (&rest plist)
  (alexandria:plist-hash-table plist :test #'equal))

(defun json (value)
  (setf (hunchentoot:content-type*) "application/json")
  (with-output-to-string (stream)
    (yason:encode value stream)))

(defun json-error (status code cause)
  (setf (hunchentoot:return-code*) status)
  (json (object "code" code "cause" cause "context" (object) "errorCategory" (if (= status 401) 6 8))))

(defun request-json ()
  (yason:parse (hunchentoot:raw-post-data :force-text t)))

(defmacro with-authorization (&body body)
  `(if (authorized-p)
       (progn ,@body)
       (json-error 401 "UNAUTHENTICATED" "a valid bearer token is required")))

(hunchentoot:define-easy-handler (topology :uri "/v2/parties/external/generate-topology") ()
  (with-authorization
    (handler-case (json (generate-topology (request-json)))
      (error (condition)
        (setf (hunchentoot:return-code*) 400
              (hunchentoot:content-type*) "text/plain")
        (princ-to-string condition)))))

(defun check-signature (signature)
  (unless (hash-table-p signature)
    (invalid "a signature must be an object"))
  (dolist (name '("format" "signature" "signedBy" "signingAlgorithmSpec"))
    (required-string signature name)))

(defun check-party-signatures (value)
  (let ((parties (and (hash-table-p value) (gethash "signatures" value))))
    (unless (consp parties)
      (invalid "partySignatures.signatures must not be empty"))
    (when (rest parties)
      (invalid "only single-party submissions are supported"))
    (dolist (party parties)
      (required-string party "party")
      (let ((signatures (gethash "signatures" party)))
        (unless (consp signatures)
          (invalid "a party needs at least one signature"))
        (mapc #'check-signature signatures)))))

(defun check-deduplication-period (period)
  (when period
    (let ((duration (gethash "DeduplicationDuration" period)))
      (when duration
        (let ((value (gethash "value" duration)))
          (unless (and (integerp (gethash "seconds" value))
                       (integerp (gethash "nanos" value 0)))
            (invalid "deduplicationPeriod needs integer seconds and nanos")))))))

(defun ledger-string-p (string)
  (and (<= (length string) 255)
       (every (lambda (char) (or (alphanumericp char) (find char "._:-#/ "))) string)))

(defun check-submission (body)
  (required-string body "preparedTransaction")
  (unless (ledger-string-p (required-string body "submissionId"))
    (invalid "submissionId is not a LedgerString"))
  (unless (member (required-string body "hashingSchemeVersion")
                  '("HASHING_SCHEME_VERSION_UNSPECIFIED" "HASHING_SCHEME_VERSION_V2"
                    "HASHING_SCHEME_VERSION_V3")
                  :test #'string=)
    (invalid "unknown hashingSchemeVersion"))
  (when (gethash "userId" body)
    (required-string body "userId"))
  (when (gethash "minLedgerTime" body)
    (unless (hash-table-p (gethash "minLedgerTime" body))
      (invalid "minLedgerTime must be an object")))
  (check-party-signatures (gethash "partySignatures" body))
  (check-deduplication-period (gethash "deduplicationPeriod" body)))

(hunchentoot:define-easy-handler (execute :uri "/v2/interactive-submission/execute") ()
  (with-authorization
    (handler-case (progn (check-submission (request-json))
                         (json (object)))
      (error (condition)
        (json-error 400 "INVALID_ARGUMENT" (princ-to-string condition))))))

(defvar *users*
  (loop for index from 1 to 12
        collect (object "id" (format nil "user-~D" index)
                        "primaryParty" (format nil "party-~D::1220ab" index)
                        "isDeactivated" (if (zerop (mod index 5)) 'yason:true 'yason:false)
                        "metadata" (object "resourceVersion" (princ-to-string index)
                                           "annotations" (object "team" "ledger"))
                        "identityProviderId" "")))

(hunchentoot:define-easy-handler (users :uri "/v2/users")
    ((page-size :real-name "pageSize" :parameter-type 'integer :init-form 100)
     (page-token :real-name "pageToken"))
  (with-authorization
    (handler-case
        (let* ((start (if (or (null page-token) (string= page-token "")) 0 (parse-integer page-token)))
               (end (min (length *users*) (+ start page-size))))
          (json (object "users" (coerce (subseq *users* start end) 'vector)
                        "nextPageToken" (if (< end (length *users*)) (princ-to-string end) ""))))
      (error () (json-error 400 "INVALID_ARGUMENT" "invalid page")))))

(defclass ledger-acceptor (hunchentoot:easy-acceptor) ())

(defmethod hunchentoot:acceptor-status-message ((acceptor ledger-acceptor) status &key)
  (case status
    (404 (json-error 404 "NOT_FOUND" "no such resource"))
    (500 (json-error 500 "INTERNAL" "internal error"))
    (t (call-next-method))))

(defun main ()
  (setf *secret* (uiop:getenv "JWT_SECRET")
        *synchronizer* (uiop:getenv "SYNCHRONIZER_ID"))
  (hunchentoot:start (make-instance 'ledger-acceptor
                                    :address "127.0.0.1"
                                    :port (parse-integer (uiop:getenv "PORT"))
                                    :access-log-destination nil
                                    :message-log-destination nil))
  (loop (sleep 3600)))
