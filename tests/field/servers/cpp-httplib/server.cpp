// Stack: cpp-httplib with nlohmann/json and OpenSSL (packages of Debian).
#include <httplib.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <ctime>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using nlohmann::json;

const std::string secret = std::getenv("JWT_SECRET");
const std::string synchronizer_id = std::getenv("SYNCHRONIZER_ID");
const std::set<std::string> schemes = {"HASHING_SCHEME_VERSION_UNSPECIFIED", "HASHING_SCHEME_VERSION_V2",
                                       "HASHING_SCHEME_VERSION_V3"};

std::string decode64(std::string text, bool url) {
  std::string out;
  int bits = 0, value = 0;
  for (char c : text) {
    if (url && c == '-') c = '+';
    if (url && c == '_') c = '/';
    static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    auto at = alphabet.find(c);
    if (at == std::string::npos) continue;
    value = (value << 6 | int(at)) & 0xffffff;
    bits += 6;
    if (bits >= 8) out += char(value >> (bits -= 8) & 0xff);
  }
  return out;
}

std::string encode64(const std::string &data) {
  std::string out(4 * ((data.size() + 2) / 3) + 1, '\0');
  out.resize(EVP_EncodeBlock((unsigned char *)out.data(), (const unsigned char *)data.data(), int(data.size())));
  return out;
}

std::string hex(const std::string &data) {
  std::string out;
  char two[3];
  for (unsigned char c : data) snprintf(two, sizeof two, "%02x", c), out += two;
  return out;
}

std::string sha256(const std::string &data) {
  std::string out(32, '\0');
  SHA256((const unsigned char *)data.data(), data.size(), (unsigned char *)out.data());
  return out;
}

bool is_valid(const std::string &token) {
  auto first = token.find('.'), second = token.find('.', first + 1);
  if (first == std::string::npos || second == std::string::npos) return false;
  try {
    auto header = json::parse(decode64(token.substr(0, first), true));
    auto claims = json::parse(decode64(token.substr(first + 1, second - first - 1), true));
    if (header["alg"] != "HS256") return false;
    std::string mac(32, '\0'), signed_part = token.substr(0, second);
    HMAC(EVP_sha256(), secret.data(), int(secret.size()), (const unsigned char *)signed_part.data(), signed_part.size(),
         (unsigned char *)mac.data(), nullptr);
    if (mac != decode64(token.substr(second + 1), true)) return false;
    return !claims.contains("exp") || claims["exp"].get<std::time_t>() > std::time(nullptr);
  } catch (const json::exception &) {
    return false;
  }
}

void fail(httplib::Response &response, int status, const char *code, int category, const std::string &cause) {
  response.status = status;
  json body = {{"code", code}, {"cause", cause}, {"context", json::object()}, {"errorCategory", category}};
  response.set_content(body.dump(), "application/json");
}

bool authenticate(const httplib::Request &request, httplib::Response &response) {
  std::string token = request.get_header_value("Authorization");
  if (token.rfind("Bearer ", 0) == 0) token = token.substr(7);
  if (token.empty()) {
    token = request.get_header_value("Sec-WebSocket-Protocol");
    if (token.rfind("jwt.token.", 0) == 0) token = token.substr(10);
  }
  if (is_valid(token)) return true;
  fail(response, 401, "UNAUTHENTICATED", 6, "The token is missing or not valid.");
  return false;
}

std::string text(const json &from, const char *name) {
  std::string value = from.at(name).get<std::string>();
  if (value.empty()) throw std::invalid_argument(std::string(name) + " must not be empty");
  return value;
}

std::string der_of(const json &key) {
  std::string format = text(key, "format"), spec = text(key, "keySpec"), data = decode64(text(key, "keyData"), false);
  if (format == "CRYPTO_KEY_FORMAT_RAW" && data.size() == 32)
    data = std::string("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12) + data;
  else if (format != "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO")
    throw std::invalid_argument("publicKey.format is not known");
  auto *at = (const unsigned char *)data.data();
  EVP_PKEY *read = d2i_PUBKEY(nullptr, &at, long(data.size()));
  int type = read ? EVP_PKEY_base_id(read) : 0;
  EVP_PKEY_free(read);
  int wanted = spec == "SIGNING_KEY_SPEC_EC_CURVE25519" ? EVP_PKEY_ED25519
               : spec == "SIGNING_KEY_SPEC_EC_P256"     ? EVP_PKEY_EC
                                                        : -1;
  if (type != wanted) throw std::invalid_argument("publicKey does not match its keySpec");
  return data;
}

std::string versioned(const std::string &data) {
  std::string length;
  size_t left = data.size();
  for (; left > 127; left >>= 7) length += char((left & 127) | 128);
  return "\x0a" + length + char(left) + data + "\x10\x1e";
}

void generate_topology(const httplib::Request &request, httplib::Response &response) {
  if (!authenticate(request, response)) return;
  try {
    json body = json::parse(request.body);
    std::string synchronizer = text(body, "synchronizer"), hint = text(body, "partyHint");
    std::string der = der_of(body.at("publicKey"));
    bool observes = body.value("localParticipantObservationOnly", false);
    int threshold = body.value("confirmationThreshold", 0);
    auto others = body.value("otherConfirmingParticipantUids", std::vector<std::string>());
    auto observing = body.value("observingParticipantUids", std::vector<std::string>());
    if (threshold < 0) throw std::invalid_argument("confirmationThreshold must be at least 1");
    if (synchronizer != synchronizer_id)
      return fail(response, 404, "UNKNOWN_SYNCHRONIZER", 11, "Unknown synchronizer " + synchronizer);
    std::string fingerprint = "1220" + hex(sha256(der)), party = hint + "::" + fingerprint, all, nonce(8, '\0');
    json made = json::array();
    for (const char *mapping : {"NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant"}) {
      RAND_bytes((unsigned char *)nonce.data(), 8);
      json content = {mapping, party, observes, others, threshold, observing, hex(nonce)};
      std::string wrapped = versioned(content.dump());
      all += wrapped;
      made.push_back(encode64(wrapped));
    }
    json result = {{"partyId", party},
                   {"publicKeyFingerprint", fingerprint},
                   {"topologyTransactions", made},
                   {"multiHash", encode64("\x12\x20" + sha256(all))}};
    response.set_content(result.dump(), "application/json");
  } catch (const std::exception &error) {
    response.status = 400;
    response.set_content(error.what(), "text/plain");
  }
}

void execute(const httplib::Request &request, httplib::Response &response) {
  if (!authenticate(request, response)) return;
  try {
    json body = json::parse(request.body);
    text(body, "preparedTransaction");
    static const std::regex ledger_string("[A-Za-z0-9#:\\-_/ ]{1,255}");
    if (!std::regex_match(text(body, "submissionId"), ledger_string))
      throw std::invalid_argument("submissionId is not a valid LedgerString");
    if (!schemes.count(text(body, "hashingSchemeVersion")))
      throw std::invalid_argument("hashingSchemeVersion is not known");
    const json &parties = body.at("partySignatures").at("signatures");
    if (parties.size() != 1) throw std::invalid_argument("only single-party submissions are supported");
    for (const json &party : parties) {
      text(party, "party");
      if (party.at("signatures").empty()) throw std::invalid_argument("signatures must not be empty");
      for (const json &signature : party.at("signatures"))
        for (const char *name : {"format", "signature", "signedBy", "signingAlgorithmSpec"}) text(signature, name);
    }
    for (const char *name : {"deduplicationPeriod", "minLedgerTime"})
      if (body.contains(name) && !body[name].is_object())
        throw std::invalid_argument(std::string(name) + " must be an object");
    body.value("userId", "");
    response.set_content("{}", "application/json");
  } catch (const std::exception &error) {
    fail(response, 400, "INVALID_ARGUMENT", 8, error.what());
  }
}

void list_users(const httplib::Request &request, httplib::Response &response) {
  if (!authenticate(request, response)) return;
  static json users = [] {
    json made = json::array();
    for (int n = 0; n < 12; n++) {
      std::string id = n == 0 ? "participant_admin" : (n < 10 ? "user-0" : "user-") + std::to_string(n);
      made.push_back({{"id", id},
                      {"primaryParty", ""},
                      {"isDeactivated", false},
                      {"metadata", {{"resourceVersion", "1"}, {"annotations", json::object()}}},
                      {"identityProviderId", ""}});
    }
    return made;
  }();
  try {
    size_t size = request.has_param("pageSize") ? std::stoul(request.get_param_value("pageSize")) : 100;
    std::string token = decode64(request.get_param_value("pageToken"), true);
    size_t start = token.empty() ? 0 : std::stoul(token);
    json page = json::array();
    size_t end = start;
    while (end < users.size() && page.size() < size) page.push_back(users[end++]);
    std::string next = end < users.size() ? encode64(std::to_string(end)) : "";
    response.set_content(json({{"users", page}, {"nextPageToken", next}}).dump(), "application/json");
  } catch (const std::exception &error) {
    fail(response, 400, "INVALID_ARGUMENT", 8, std::string("A query parameter is not valid: ") + error.what());
  }
}

int main() {
  httplib::Server server;
  server.Post("/v2/parties/external/generate-topology", generate_topology);
  server.Post("/v2/interactive-submission/execute", execute);
  server.Get("/v2/users", list_users);
  server.listen("127.0.0.1", std::atoi(std::getenv("PORT")));
}
