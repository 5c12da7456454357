// Stack: gin with binding tags (ShouldBindJSON) and golang-jwt.
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
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/golang-jwt/jwt/v5"
)

type publicKey struct {
	Format  string `json:"format" binding:"required"`
	KeyData []byte `json:"keyData" binding:"required"`
	KeySpec string `json:"keySpec" binding:"required"`
}

type topologyRequest struct {
	Synchronizer                    string    `json:"synchronizer" binding:"required"`
	PartyHint                       string    `json:"partyHint" binding:"required"`
	PublicKey                       publicKey `json:"publicKey" binding:"required"`
	LocalParticipantObservationOnly bool      `json:"localParticipantObservationOnly"`
	OtherConfirmingParticipantUids  []string  `json:"otherConfirmingParticipantUids"`
	ConfirmationThreshold           int32     `json:"confirmationThreshold" binding:"min=0"`
	ObservingParticipantUids        []string  `json:"observingParticipantUids"`
}

type partySignatures struct {
	Party      string              `json:"party" binding:"required"`
	Signatures []map[string]string `json:"signatures" binding:"required,min=1"`
}

type executeRequest struct {
	PreparedTransaction []byte `json:"preparedTransaction" binding:"required"`
	PartySignatures     struct {
		Signatures []partySignatures `json:"signatures" binding:"required,len=1,dive"`
	} `json:"partySignatures" binding:"required"`
	SubmissionID         string `json:"submissionId" binding:"required,max=255"`
	HashingSchemeVersion string `json:"hashingSchemeVersion" binding:"required,oneof=HASHING_SCHEME_VERSION_UNSPECIFIED HASHING_SCHEME_VERSION_V2 HASHING_SCHEME_VERSION_V3"`
	DeduplicationPeriod  gin.H  `json:"deduplicationPeriod"`
	UserID               string `json:"userId"`
	MinLedgerTime        gin.H  `json:"minLedgerTime"`
}

var ledgerString = regexp.MustCompile(`^[A-Za-z0-9#:\-_/ ]+$`)

var users []gin.H

func fail(c *gin.Context, status int, code string, category int, cause string) {
	c.AbortWithStatusJSON(status, gin.H{"code": code, "cause": cause, "context": gin.H{}, "errorCategory": category})
}

func secret(*jwt.Token) (any, error) { return []byte(os.Getenv("JWT_SECRET")), nil }

func authenticate(c *gin.Context) {
	token, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	if !ok {
		token = strings.TrimPrefix(c.GetHeader("Sec-WebSocket-Protocol"), "jwt.token.")
	}
	if _, err := jwt.Parse(token, secret, jwt.WithValidMethods([]string{"HS256"})); err != nil {
		fail(c, http.StatusUnauthorized, "UNAUTHENTICATED", 6, err.Error())
	}
}

// spki returns the DER form of the key, whatever format it came in.
func (k publicKey) spki() ([]byte, error) {
	if k.Format == "CRYPTO_KEY_FORMAT_RAW" && k.KeySpec == "SIGNING_KEY_SPEC_EC_CURVE25519" && len(k.KeyData) == 32 {
		return x509.MarshalPKIXPublicKey(ed25519.PublicKey(k.KeyData))
	}
	key, err := x509.ParsePKIXPublicKey(k.KeyData)
	ec, isEC := key.(*ecdsa.PublicKey)
	_, isEd := key.(ed25519.PublicKey)
	known := isEd && k.KeySpec == "SIGNING_KEY_SPEC_EC_CURVE25519" ||
		isEC && k.KeySpec == "SIGNING_KEY_SPEC_EC_P256" && ec.Curve == elliptic.P256()
	if !known || k.Format != "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO" {
		return nil, cmp.Or(err, fmt.Errorf("publicKey does not match its format or keySpec"))
	}
	return k.KeyData, nil
}

// versioned encodes an UntypedVersionedMessage: field 1 is the data, field 2 the version.
func versioned(data []byte) []byte {
	return slices.Concat(binary.AppendUvarint([]byte{0x0a}, uint64(len(data))), data, []byte{0x10, 30})
}

func generateTopology(c *gin.Context) {
	var req topologyRequest
	err := c.ShouldBindJSON(&req)
	key, keyErr := req.PublicKey.spki()
	if err = cmp.Or(err, keyErr); err != nil {
		c.String(http.StatusBadRequest, err.Error())
		return
	}
	if req.Synchronizer != os.Getenv("SYNCHRONIZER_ID") {
		fail(c, http.StatusNotFound, "UNKNOWN_SYNCHRONIZER", 11, "unknown synchronizer "+req.Synchronizer)
		return
	}
	fingerprint := fmt.Sprintf("1220%x", sha256.Sum256(key))
	party := req.PartyHint + "::" + fingerprint
	var transactions [][]byte
	for _, mapping := range []string{"NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant"} {
		transactions = append(transactions, versioned(fmt.Appendf(nil, "%s %s %+v %s", mapping, party, req, rand.Text())))
	}
	hash := sha256.Sum256(slices.Concat(transactions...))
	c.JSON(http.StatusOK, gin.H{"partyId": party, "publicKeyFingerprint": fingerprint,
		"topologyTransactions": transactions, "multiHash": hash[:]})
}

func execute(c *gin.Context) {
	var req executeRequest
	err := c.ShouldBindJSON(&req)
	if err == nil && !ledgerString.MatchString(req.SubmissionID) {
		err = fmt.Errorf("submissionId is not a valid LedgerString")
	}
	if err != nil {
		fail(c, http.StatusBadRequest, "INVALID_ARGUMENT", 8, err.Error())
		return
	}
	c.JSON(http.StatusOK, gin.H{})
}

func listUsers(c *gin.Context) {
	var query struct {
		PageSize  int    `form:"pageSize,default=100" binding:"min=1"`
		PageToken string `form:"pageToken"`
	}
	if err := c.ShouldBindQuery(&query); err != nil {
		fail(c, http.StatusBadRequest, "INVALID_ARGUMENT", 8, err.Error())
		return
	}
	last, _ := base64.RawURLEncoding.DecodeString(query.PageToken)
	start := slices.IndexFunc(users, func(u gin.H) bool { return u["id"] == string(last) }) + 1
	if query.PageToken != "" && start == 0 {
		fail(c, http.StatusBadRequest, "INVALID_ARGUMENT", 8, "pageToken is not valid")
		return
	}
	page, next := users[start:], ""
	if query.PageSize < len(page) {
		page = page[:query.PageSize]
		next = base64.RawURLEncoding.EncodeToString([]byte(page[query.PageSize-1]["id"].(string)))
	}
	c.JSON(http.StatusOK, gin.H{"users": page, "nextPageToken": next})
}

func main() {
	for _, id := range strings.Fields("participant_admin user-01 user-02 user-03 user-04 user-05 user-06 user-07 user-08 user-09 user-10 user-11") {
		users = append(users, gin.H{"id": id, "primaryParty": "", "isDeactivated": false,
			"metadata": gin.H{"resourceVersion": "0", "annotations": gin.H{}}, "identityProviderId": ""})
	}
	router := gin.Default()
	v2 := router.Group("/v2", authenticate)
	v2.POST("/parties/external/generate-topology", generateTopology)
	v2.POST("/interactive-submission/execute", execute)
	v2.GET("/users", listUsers)
	router.Run("127.0.0.1:" + os.Getenv("PORT"))
}
