// Stack: libmicrohttpd with jansson and OpenSSL (packages of Debian).
#include <jansson.h>
#include <microhttpd.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *secret, *synchronizer_id;
static regex_t ledger_string, party_hint;
static volatile sig_atomic_t stopped;

struct upload {
  char *data;
  size_t size;
};

static size_t decode64(const char *text, size_t length, unsigned char *out) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned value = 0, bits = 0;
  size_t size = 0;
  for (size_t at = 0; at < length; at++) {
    char c = text[at] == '-' ? '+' : text[at] == '_' ? '/' : text[at];
    const char *found = c ? strchr(alphabet, c) : NULL;
    if (!found) continue;
    value = value << 6 | (unsigned)(found - alphabet);
    bits += 6;
    if (bits >= 8) out[size++] = value >> (bits -= 8) & 0xff;
  }
  return size;
}

static char *encode64(const unsigned char *data, size_t size) {
  char *out = malloc(4 * ((size + 2) / 3) + 1);
  EVP_EncodeBlock((unsigned char *)out, data, (int)size);
  return out;
}

static int is_valid(const char *token) {
  const char *first = strchr(token, '.'), *second = first ? strchr(first + 1, '.') : NULL;
  if (!second) return 0;
  size_t length = strlen(token);
  unsigned char *part = malloc(length + 1), mac[32];
  size_t size = decode64(token, first - token, part);
  json_t *header = json_loadb((char *)part, size, 0, NULL);
  size = decode64(first + 1, second - first - 1, part);
  json_t *claims = json_loadb((char *)part, size, 0, NULL);
  const char *algorithm = json_string_value(json_object_get(header, "alg"));
  json_int_t expiry = json_integer_value(json_object_get(claims, "exp"));
  HMAC(EVP_sha256(), secret, (int)strlen(secret), (const unsigned char *)token, second - token, mac, NULL);
  size = decode64(second + 1, strlen(second + 1), part);
  int valid = algorithm && !strcmp(algorithm, "HS256") && size == 32 && !memcmp(mac, part, 32) &&
              (expiry == 0 || expiry > time(NULL));
  json_decref(header);
  json_decref(claims);
  free(part);
  return valid;
}

static enum MHD_Result answer(struct MHD_Connection *connection, int status, const char *type, char *body) {
  struct MHD_Response *response = MHD_create_response_from_buffer(strlen(body), body, MHD_RESPMEM_MUST_FREE);
  MHD_add_response_header(response, "Content-Type", type);
  enum MHD_Result queued = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return queued;
}

static enum MHD_Result fail(struct MHD_Connection *connection, int status, const char *code, int category, const char *cause) {
  json_t *body = json_pack("{ssss s{}si}", "code", code, "cause", cause, "context", "errorCategory", category);
  char *text = json_dumps(body, 0);
  json_decref(body);
  return answer(connection, status, "application/json", text);
}

/** A non-empty string member, or NULL with a cause. */
static const char *text(const json_t *from, const char *name, const char **cause) {
  const char *value = json_string_value(json_object_get(from, name));
  if (!value || !*value) *cause = name;
  return value && *value ? value : "";
}

static json_t *texts(const json_t *from, const char *name, const char **cause) {
  json_t *list = json_object_get(from, name), *one;
  size_t at;
  if (list && !json_is_array(list)) *cause = name;
  json_array_foreach(list, at, one) if (!json_is_string(one)) *cause = name;
  return list;
}

static size_t der_of(const json_t *key, unsigned char *der, const char **cause) {
  const char *format = text(key, "format", cause), *spec = text(key, "keySpec", cause), *data = text(key, "keyData", cause);
  size_t size = 0;
  if (!strcmp(format, "CRYPTO_KEY_FORMAT_RAW")) {
    memcpy(der, "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", size = 12);
  } else if (strcmp(format, "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO")) {
    *cause = "format";
  }
  size += decode64(data, strlen(data), der + size);
  const unsigned char *at = der;
  EVP_PKEY *read = d2i_PUBKEY(NULL, &at, (long)size);
  int type = read ? EVP_PKEY_base_id(read) : 0;
  EVP_PKEY_free(read);
  int wanted = !strcmp(spec, "SIGNING_KEY_SPEC_EC_CURVE25519") ? EVP_PKEY_ED25519
               : !strcmp(spec, "SIGNING_KEY_SPEC_EC_P256")     ? EVP_PKEY_EC
                                                               : -1;
  if (type != wanted) *cause = "keyData";
  return size;
}

static size_t versioned(const char *data, unsigned char *out) {
  size_t left = strlen(data), size = 0;
  out[size++] = 0x0a;
  for (; left > 127; left >>= 7) out[size++] = (left & 127) | 128;
  out[size++] = left;
  memcpy(out + size, data, strlen(data));
  size += strlen(data);
  out[size++] = 0x10;
  out[size++] = 0x1e;
  return size;
}

static enum MHD_Result generate_topology(struct MHD_Connection *connection, const struct upload *upload) {
  json_error_t error;
  const char *cause = NULL;
  json_t *body = json_loadb(upload->data, upload->size, 0, &error);
  if (!body) return answer(connection, 400, "text/plain", strdup(error.text));
  const char *synchronizer = text(body, "synchronizer", &cause), *hint = text(body, "partyHint", &cause);
  if (regexec(&party_hint, hint, 0, NULL, 0)) cause = "partyHint";
  unsigned char *der = malloc(upload->size + 64), digest[32], nonce[8];
  size_t size = der_of(json_object_get(body, "publicKey"), der, &cause);
  json_t *observes = json_object_get(body, "localParticipantObservationOnly");
  if (observes && !json_is_boolean(observes)) cause = "localParticipantObservationOnly";
  json_t *threshold = json_object_get(body, "confirmationThreshold");
  if (threshold && (!json_is_integer(threshold) || json_integer_value(threshold) < 0)) cause = "confirmationThreshold";
  json_t *others = texts(body, "otherConfirmingParticipantUids", &cause);
  json_t *observing = texts(body, "observingParticipantUids", &cause);
  enum MHD_Result result;
  if (cause) {
    char *said = malloc(strlen(cause) + 32);
    sprintf(said, "%s is missing or invalid", cause);
    result = answer(connection, 400, "text/plain", said);
  } else if (strcmp(synchronizer, synchronizer_id)) {
    result = fail(connection, 404, "UNKNOWN_SYNCHRONIZER", 11, "The synchronizer is not known");
  } else {
    char fingerprint[69] = "1220", *party = malloc(strlen(hint) + 80);
    SHA256(der, size, digest);
    for (int at = 0; at < 32; at++) sprintf(fingerprint + 4 + 2 * at, "%02x", digest[at]);
    sprintf(party, "%s::%s", hint, fingerprint);
    json_t *made = json_array();
    SHA256_CTX all;
    SHA256_Init(&all);
    const char *mappings[] = {"NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant"};
    for (int at = 0; at < 3; at++) {
      RAND_bytes(nonce, 8);
      json_t *content = json_pack("[s s O* O* O* I]", mappings[at], party, others, threshold, observing, *(json_int_t *)nonce);
      char *dumped = json_dumps(content, 0);
      unsigned char *wrapped = malloc(strlen(dumped) + 16);
      size_t length = versioned(dumped, wrapped);
      SHA256_Update(&all, wrapped, length);
      char *encoded = encode64(wrapped, length);
      json_array_append_new(made, json_string(encoded));
      json_decref(content), free(dumped), free(wrapped), free(encoded);
    }
    unsigned char hash[34] = {0x12, 0x20};
    SHA256_Final(hash + 2, &all);
    char *encoded = encode64(hash, 34);
    json_t *success = json_pack("{ss ss so ss}", "partyId", party, "publicKeyFingerprint", fingerprint,
                                "topologyTransactions", made, "multiHash", encoded);
    result = answer(connection, 200, "application/json", json_dumps(success, 0));
    json_decref(success), free(encoded), free(party);
  }
  free(der);
  json_decref(body);
  return result;
}

static enum MHD_Result execute(struct MHD_Connection *connection, const struct upload *upload) {
  json_error_t error;
  const char *cause = NULL;
  json_t *body = json_loadb(upload->data, upload->size, 0, &error), *signature, *period, *user;
  if (!body) return fail(connection, 400, "INVALID_ARGUMENT", 8, error.text);
  text(body, "preparedTransaction", &cause);
  if (regexec(&ledger_string, text(body, "submissionId", &cause), 0, NULL, 0)) cause = "submissionId";
  const char *scheme = text(body, "hashingSchemeVersion", &cause);
  if (strncmp(scheme, "HASHING_SCHEME_VERSION_", 23) || !strstr("UNSPECIFIED V2 V3", scheme + 23)) cause = "hashingSchemeVersion";
  json_t *parties = json_object_get(json_object_get(body, "partySignatures"), "signatures");
  if (json_array_size(parties) != 1) cause = "partySignatures";
  json_t *party = json_array_get(parties, 0), *signatures = json_object_get(party, "signatures");
  text(party, "party", &cause);
  if (json_array_size(signatures) == 0) cause = "signatures";
  size_t at;
  json_array_foreach(signatures, at, signature) {
    const char *names[] = {"format", "signature", "signedBy", "signingAlgorithmSpec"};
    for (int name = 0; name < 4; name++) text(signature, names[name], &cause);
  }
  if ((period = json_object_get(body, "deduplicationPeriod")) && !json_is_object(period)) cause = "deduplicationPeriod";
  if ((period = json_object_get(body, "minLedgerTime")) && !json_is_object(period)) cause = "minLedgerTime";
  if ((user = json_object_get(body, "userId")) && !json_is_string(user)) cause = "userId";
  enum MHD_Result result = cause ? fail(connection, 400, "INVALID_ARGUMENT", 8, cause) : answer(connection, 200, "application/json", strdup("{}"));
  json_decref(body);
  return result;
}

static enum MHD_Result list_users(struct MHD_Connection *connection) {
  const char *size = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "pageSize");
  const char *token = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "pageToken");
  long most = size ? atol(size) : 100, start = token ? atol(token) : 0, end = start;
  if (most < 1 || start < 0) return fail(connection, 400, "INVALID_ARGUMENT", 8, "A query parameter is not valid");
  json_t *page = json_array();
  char id[24], next[24] = "";
  for (; end < 12 && end - start < most; end++) {
    sprintf(id, end == 0 ? "participant_admin" : "user-%02ld", end);
    json_array_append_new(page, json_pack("{ss ss sb s{ss s{}} ss}", "id", id, "primaryParty", "", "isDeactivated", 0,
                                          "metadata", "resourceVersion", "1", "annotations", "identityProviderId", ""));
  }
  if (end < 12) sprintf(next, "%ld", end);
  json_t *body = json_pack("{so ss}", "users", page, "nextPageToken", next);
  char *dumped = json_dumps(body, 0);
  json_decref(body);
  return answer(connection, 200, "application/json", dumped);
}

static enum MHD_Result handle(void *given, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  struct upload *upload = *state;
  if (!upload) return (*state = calloc(1, sizeof *upload)) ? MHD_YES : MHD_NO;
  if (*size > 0) {
    upload->data = realloc(upload->data, upload->size + *size);
    memcpy(upload->data + upload->size, data, *size);
    upload->size += *size;
    *size = 0;
    return MHD_YES;
  }
  const char *token = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Authorization");
  const char *protocol = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-WebSocket-Protocol");
  if (token) token = strncmp(token, "Bearer ", 7) ? "" : token + 7;
  else if (protocol) token = strncmp(protocol, "jwt.token.", 10) ? protocol : protocol + 10;
  if (!token || !is_valid(token)) return fail(connection, 401, "UNAUTHENTICATED", 6, "The token is missing or not valid");
  if (!strcmp(method, "POST") && !strcmp(path, "/v2/parties/external/generate-topology")) return generate_topology(connection, upload);
  if (!strcmp(method, "POST") && !strcmp(path, "/v2/interactive-submission/execute")) return execute(connection, upload);
  if (!strcmp(method, "GET") && !strcmp(path, "/v2/users")) return list_users(connection);
  return fail(connection, 404, "NOT_FOUND", 11, "There is no such operation");
}

static void ended(void *given, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
  struct upload *upload = *state;
  if (upload) free(upload->data);
  free(upload);
}

static void stop(int signal) { stopped = 1; }

int main(void) {
  secret = getenv("JWT_SECRET");
  synchronizer_id = getenv("SYNCHRONIZER_ID");
  regcomp(&ledger_string, "^[A-Za-z0-9#:_/ -]{1,255}$", REG_EXTENDED | REG_NOSUB);
  regcomp(&party_hint, "^[A-Za-z0-9:_ -]{1,185}$", REG_EXTENDED | REG_NOSUB);
  signal(SIGTERM, stop);
  struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, (uint16_t)atoi(getenv("PORT")), NULL, NULL,
                                               handle, NULL, MHD_OPTION_NOTIFY_COMPLETED, ended, NULL, MHD_OPTION_END);
  while (daemon && !stopped) pause();
  MHD_stop_daemon(daemon);
}
