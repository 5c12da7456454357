// Stack: Javalin with Gson as its JSON mapper and java-jwt.
package field;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import com.google.gson.Gson;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.json.JsonMapper;
import io.javalin.validation.ValidationException;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.security.*;
import java.security.interfaces.ECPublicKey;
import java.security.spec.*;
import java.util.*;
import java.util.stream.*;

record SigningPublicKey(String format, String keyData, String keySpec) {}

record TopologyRequest(String synchronizer, String partyHint, SigningPublicKey publicKey,
        boolean localParticipantObservationOnly, int confirmationThreshold,
        List<String> otherConfirmingParticipantUids, List<String> observingParticipantUids) {}

enum HashingSchemeVersion { HASHING_SCHEME_VERSION_UNSPECIFIED, HASHING_SCHEME_VERSION_V2, HASHING_SCHEME_VERSION_V3 }

record PartySignature(String party, List<Map<String, String>> signatures) {}

record PartySignatures(List<PartySignature> signatures) {}

record ExecuteRequest(String preparedTransaction, PartySignatures partySignatures, String submissionId,
        HashingSchemeVersion hashingSchemeVersion, Map<String, Object> deduplicationPeriod, String userId,
        Map<String, Object> minLedgerTime) {}

record User(String id, String primaryParty, boolean isDeactivated, Map<String, Object> metadata, String identityProviderId) {}

class GsonMapper implements JsonMapper {
    private final Gson gson = new Gson();

    @Override
    public String toJsonString(Object object, Type type) {
        return gson.toJson(object, type);
    }

    @Override
    public <T> T fromJsonString(String json, Type type) {
        return gson.fromJson(json, type);
    }
}

class Topology {
    /** Reads the key; returns it as SubjectPublicKeyInfo, whatever format it came in. */
    static byte[] decodeKey(SigningPublicKey key) throws GeneralSecurityException {
        boolean ed25519 = "SIGNING_KEY_SPEC_EC_CURVE25519".equals(key.keySpec());
        byte[] data = Base64.getDecoder().decode(key.keyData());
        if ("CRYPTO_KEY_FORMAT_RAW".equals(key.format()) && data.length == 32 && ed25519) {
            data = HexFormat.of().parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(data));
        } else if (!"CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO".equals(key.format())
                || !ed25519 && !"SIGNING_KEY_SPEC_EC_P256".equals(key.keySpec())) {
            throw new InvalidKeySpecException("unsupported format or keySpec");
        }
        var decoded = KeyFactory.getInstance(ed25519 ? "Ed25519" : "EC").generatePublic(new X509EncodedKeySpec(data));
        if (decoded instanceof ECPublicKey ec && ec.getParams().getCurve().getField().getFieldSize() != 256) {
            throw new InvalidKeySpecException("the key is not on the curve P-256");
        }
        return decoded.getEncoded();
    }

    /** An UntypedVersionedMessage: field 1 is the data, field 2 the version. */
    static byte[] versioned(byte[] data) {
        var out = new ByteArrayOutputStream();
        out.write(0x0a);
        for (int length = data.length; length > 0; length >>>= 7) {
            out.write(length > 127 ? length & 127 | 128 : length);
        }
        out.writeBytes(data);
        out.writeBytes(new byte[] {0x10, 30});
        return out.toByteArray();
    }

    static Map<String, Object> generate(TopologyRequest request, byte[] key) throws GeneralSecurityException {
        var sha256 = MessageDigest.getInstance("SHA-256");
        String fingerprint = "1220" + HexFormat.of().formatHex(sha256.digest(key));
        String party = request.partyHint() + "::" + fingerprint;
        List<byte[]> transactions = Stream.of("NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant")
                .map(mapping -> versioned((mapping + party + request + UUID.randomUUID()).getBytes())).toList();
        transactions.forEach(sha256::update);
        var encoded = transactions.stream().map(Base64.getEncoder()::encodeToString).toList();
        return Map.of("partyId", party, "publicKeyFingerprint", fingerprint, "topologyTransactions", encoded,
                "multiHash", Base64.getEncoder().encodeToString(sha256.digest()));
    }
}

public class Application {
    static final List<User> USERS = Stream.concat(Stream.of("participant_admin"),
            IntStream.rangeClosed(1, 11).mapToObj("user-%02d"::formatted))
            .map(id -> new User(id, "", false, Map.of("resourceVersion", "0", "annotations", Map.of()), "")).toList();

    static void fail(Context ctx, int status, String code, int category, String cause) {
        ctx.status(status).json(Map.of("code", code, "cause", cause, "context", Map.of(), "errorCategory", category));
    }

    static void authenticate(Context ctx) {
        String header = Objects.requireNonNullElse(ctx.header("Authorization"), "");
        String protocol = Objects.requireNonNullElse(ctx.header("Sec-WebSocket-Protocol"), "");
        String token = header.startsWith("Bearer ") ? header.substring(7) : protocol.replaceFirst("^jwt\\.token\\.", "");
        JWT.require(Algorithm.HMAC256(System.getenv("JWT_SECRET"))).build().verify(token);
    }

    static boolean present(String value) {
        return value != null && !value.isEmpty();
    }

    static boolean isSingleParty(PartySignatures parties) {
        List<PartySignature> list = parties == null ? null : parties.signatures();
        return list != null && list.size() == 1 && present(list.get(0).party())
                && list.get(0).signatures() != null && !list.get(0).signatures().isEmpty();
    }

    static void generateTopology(Context ctx) throws GeneralSecurityException {
        TopologyRequest request = ctx.bodyValidator(TopologyRequest.class)
                .check("synchronizer", r -> present(r.synchronizer()), "synchronizer is required")
                .check("partyHint", r -> present(r.partyHint()), "partyHint is required")
                .check("publicKey", r -> r.publicKey() != null && present(r.publicKey().keyData()), "keyData is required")
                .check("confirmationThreshold", r -> r.confirmationThreshold() >= 0, "must be at least 1").get();
        byte[] key = Topology.decodeKey(request.publicKey());
        if (!request.synchronizer().equals(System.getenv("SYNCHRONIZER_ID"))) {
            fail(ctx, 404, "UNKNOWN_SYNCHRONIZER", 11, "unknown synchronizer " + request.synchronizer());
        } else {
            ctx.json(Topology.generate(request, key));
        }
    }

    static void execute(Context ctx) {
        ExecuteRequest request = ctx.bodyValidator(ExecuteRequest.class)
                .check("preparedTransaction", r -> present(r.preparedTransaction()), "is required")
                .check("partySignatures", r -> isSingleParty(r.partySignatures()), "must hold exactly one party")
                .check("submissionId", r -> r.submissionId() != null
                        && r.submissionId().matches("[A-Za-z0-9#:\\-_/ ]{1,255}"), "must be a LedgerString")
                .check("hashingSchemeVersion", r -> r.hashingSchemeVersion() != null, "is not an allowed value").get();
        Base64.getDecoder().decode(request.preparedTransaction());
        ctx.json(Map.of());
    }

    static void listUsers(Context ctx) {
        int size = ctx.queryParamAsClass("pageSize", Integer.class).check(s -> s > 0, "must be positive").getOrDefault(100);
        String token = Objects.requireNonNullElse(ctx.queryParam("pageToken"), "");
        int start = token.isEmpty() ? 0 : Integer.parseInt(new String(Base64.getUrlDecoder().decode(token)));
        List<User> page = USERS.stream().skip(start).limit(size).toList();
        int end = start + page.size();
        String next = end < USERS.size() ? Base64.getUrlEncoder().encodeToString(("" + end).getBytes()) : "";
        ctx.json(Map.of("users", page, "nextPageToken", next));
    }

    static void invalid(Exception e, Context ctx) {
        String cause = e instanceof ValidationException v ? v.getErrors().toString() : e.getMessage();
        if (ctx.path().endsWith("/generate-topology")) {
            ctx.status(400).contentType("text/plain").result(cause);
        } else {
            fail(ctx, 400, "INVALID_ARGUMENT", 8, cause);
        }
    }

    public static void main(String[] args) {
        Javalin.create(config -> config.jsonMapper(new GsonMapper()))
                .before("/v2/*", Application::authenticate)
                .post("/v2/parties/external/generate-topology", Application::generateTopology)
                .post("/v2/interactive-submission/execute", Application::execute)
                .get("/v2/users", Application::listUsers)
                .exception(JWTVerificationException.class, (e, ctx) -> fail(ctx, 401, "UNAUTHENTICATED", 6, e.getMessage()))
                .exception(ValidationException.class, Application::invalid)
                .exception(IllegalArgumentException.class, Application::invalid)
                .exception(GeneralSecurityException.class, Application::invalid)
                .start("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    }
}
