// Stack: Go net/http ServeMux with encoding/json and golang-jwt.
package main

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/golang-jwt/jwt/v5"
)

type object = map[string]any

type executeRequest struct {
	PreparedTransaction                        []byte
	PartySignatures                            struct{ Signatures []partySignatures }
	SubmissionID, HashingSchemeVersion, UserID string
	DeduplicationPeriod, MinLedgerTime         object
}

type partySignatures struct {
	Party      string
	Signatures []map[string]string
}

type signingPublicKey struct {
	Format, KeySpec string
	KeyData         []byte
}

type topologyRequest struct {
	Synchronizer, PartyHint                                  string
	PublicKey                                                signingPublicKey
	LocalParticipantObservationOnly                          bool
	ConfirmationThreshold                                    int32
	OtherConfirmingParticipantUids, ObservingParticipantUids []string
}

var (
	ledgerString   = regexp.MustCompile(`^[A-Za-z0-9#:\-_/ ]{1,255}$`)
	hashingVersion = regexp.MustCompile(`^HASHING_SCHEME_VERSION_(UNSPECIFIED|V2|V3)$`)
	errInvalid     = errors.New("a required field is missing or a value is not valid")
	users          []object
)

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func writeError(w http.ResponseWriter, status int, code string, category int, cause string) {
	writeJSON(w, status, object{"code": code, "cause": cause, "context": object{}, "errorCategory": category})
}

// encode returns the key as SubjectPublicKeyInfo, whatever format it came in.
func (k signingPublicKey) encode() ([]byte, error) {
	if k.Format == "CRYPTO_KEY_FORMAT_RAW" && k.KeySpec == "SIGNING_KEY_SPEC_EC_CURVE25519" && len(k.KeyData) == 32 {
		return x509.MarshalPKIXPublicKey(ed25519.PublicKey(k.KeyData))
	}
	key, err := x509.ParsePKIXPublicKey(k.KeyData)
	ec, isEC := key.(*ecdsa.PublicKey)
	_, isEd := key.(ed25519.PublicKey)
	known := isEd && k.KeySpec == "SIGNING_KEY_SPEC_EC_CURVE25519" ||
		isEC && k.KeySpec == "SIGNING_KEY_SPEC_EC_P256" && ec.Curve == elliptic.P256()
	if !known || k.Format != "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO" {
		return nil, cmp.Or(err, errInvalid)
	}
	return k.KeyData, nil
}

// versioned encodes an UntypedVersionedMessage: field 1 is the data, field 2 the version.
func versioned(data []byte) []byte {
	return append(append(binary.AppendUvarint([]byte{0x0a}, uint64(len(data))), data...), 0x10, 30)
}

func generateTopology(w http.ResponseWriter, r *http.Request) {
	var req topologyRequest
	err := json.NewDecoder(r.Body).Decode(&req)
	key, keyErr := req.PublicKey.encode()
	if err = cmp.Or(err, keyErr); err != nil || req.Synchronizer == "" || req.PartyHint == "" || req.ConfirmationThreshold < 0 {
		http.Error(w, cmp.Or(err, errInvalid).Error(), 400)
		return
	}
	if req.Synchronizer != os.Getenv("SYNCHRONIZER_ID") {
		writeError(w, 404, "UNKNOWN_SYNCHRONIZER", 11, "unknown synchronizer "+req.Synchronizer)
		return
	}
	fingerprint := fmt.Sprintf("1220%x", sha256.Sum256(key))
	party := req.PartyHint + "::" + fingerprint
	var transactions [][]byte
	hash := sha256.New()
	for _, mapping := range []string{"NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant"} {
		transaction := versioned(fmt.Appendf(nil, "%s %s %+v %s", mapping, party, req, rand.Text()))
		hash.Write(transaction)
		transactions = append(transactions, transaction)
	}
	writeJSON(w, 200, object{"partyId": party, "publicKeyFingerprint": fingerprint,
		"topologyTransactions": transactions, "multiHash": hash.Sum(nil)})
}

func execute(w http.ResponseWriter, r *http.Request) {
	var req executeRequest
	err := json.NewDecoder(r.Body).Decode(&req)
	parties := req.PartySignatures.Signatures
	if err != nil || len(req.PreparedTransaction) == 0 || len(parties) != 1 || parties[0].Party == "" ||
		len(parties[0].Signatures) == 0 || !ledgerString.MatchString(req.SubmissionID) ||
		!hashingVersion.MatchString(req.HashingSchemeVersion) {
		writeError(w, 400, "INVALID_ARGUMENT", 8, cmp.Or(err, errInvalid).Error())
		return
	}
	writeJSON(w, 200, object{})
}

func listUsers(w http.ResponseWriter, r *http.Request) {
	size, sizeErr := strconv.Atoi(cmp.Or(r.URL.Query().Get("pageSize"), "100"))
	token, tokenErr := base64.RawURLEncoding.DecodeString(r.URL.Query().Get("pageToken"))
	start, startErr := strconv.Atoi(cmp.Or(string(token), "0"))
	if cmp.Or(sizeErr, tokenErr, startErr) != nil || size < 1 || start < 0 || start > len(users) {
		writeError(w, 400, "INVALID_ARGUMENT", 8, "pageSize or pageToken is not valid")
		return
	}
	page, next := users[start:], ""
	if size < len(page) {
		page, next = page[:size], base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(start+size)))
	}
	writeJSON(w, 200, object{"users": page, "nextPageToken": next})
}

func authenticated(next http.Handler) http.Handler {
	secret := func(*jwt.Token) (any, error) { return []byte(os.Getenv("JWT_SECRET")), nil }
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok {
			token = strings.TrimPrefix(r.Header.Get("Sec-WebSocket-Protocol"), "jwt.token.")
		}
		if _, err := jwt.Parse(token, secret, jwt.WithValidMethods([]string{"HS256"})); err != nil {
			writeError(w, 401, "UNAUTHENTICATED", 6, "missing or invalid token")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	for _, id := range strings.Fields("participant_admin user-01 user-02 user-03 user-04 user-05 user-06 user-07 user-08 user-09 user-10 user-11") {
		users = append(users, object{"id": id, "primaryParty": "", "isDeactivated": false, "identityProviderId": "",
			"metadata": object{"resourceVersion": "0", "annotations": object{}}})
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/parties/external/generate-topology", generateTopology)
	mux.HandleFunc("POST /v2/interactive-submission/execute", execute)
	mux.HandleFunc("GET /v2/users", listUsers)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), authenticated(mux)))
}
