// Stack: Jersey on Grizzly with JSON-B (Yasson) and java-jwt.
package field;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import jakarta.ws.rs.*;
import jakarta.ws.rs.container.*;
import jakarta.ws.rs.core.*;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.security.*;
import java.security.interfaces.ECPublicKey;
import java.security.spec.*;
import java.util.*;
import java.util.stream.*;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

@Path("/v2")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class Application {
    private static final List<User> USERS = Stream.concat(Stream.of("participant_admin"),
            IntStream.rangeClosed(1, 11).mapToObj("user-%02d"::formatted))
            .map(id -> new User(id, "", false, Map.of("resourceVersion", "0", "annotations", Map.of()), "")).toList();

    @POST
    @Path("/parties/external/generate-topology")
    public Object generateTopology(TopologyRequest request) throws GeneralSecurityException {
        require(request != null && present(request.synchronizer()), "synchronizer is required");
        require(present(request.partyHint()), "partyHint is required");
        require(request.publicKey() != null && present(request.publicKey().keyData()), "publicKey is required");
        require(request.confirmationThreshold() >= 0, "confirmationThreshold must be at least 1");
        byte[] key = Topology.decodeKey(request.publicKey());
        if (!request.synchronizer().equals(System.getenv("SYNCHRONIZER_ID"))) {
            throw new NotFoundException("unknown synchronizer " + request.synchronizer());
        }
        return Topology.generate(request, key);
    }

    @POST
    @Path("/interactive-submission/execute")
    public Object execute(ExecuteRequest request) {
        require(request != null && request.partySignatures() != null, "partySignatures is required");
        List<PartySignature> parties = request.partySignatures().signatures();
        require(parties != null && parties.size() == 1 && present(parties.get(0).party())
                && parties.get(0).signatures() != null && !parties.get(0).signatures().isEmpty(), "one party must sign");
        String submissionId = Objects.requireNonNullElse(request.submissionId(), "");
        require(submissionId.matches("[A-Za-z0-9#:\\-_/ ]{1,255}"), "submissionId must be a LedgerString");
        require(present(request.preparedTransaction()) && request.hashingSchemeVersion() != null, "missing field");
        Base64.getDecoder().decode(request.preparedTransaction());
        return Map.of();
    }

    @GET
    @Path("/users")
    public Object users(@QueryParam("pageSize") @DefaultValue("100") int pageSize,
            @QueryParam("pageToken") @DefaultValue("") String pageToken) {
        require(pageSize > 0, "pageSize must be positive");
        int start = pageToken.isEmpty() ? 0 : Integer.parseInt(new String(Base64.getUrlDecoder().decode(pageToken)));
        List<User> page = USERS.stream().skip(start).limit(pageSize).toList();
        int end = start + page.size();
        String next = end < USERS.size() ? Base64.getUrlEncoder().encodeToString(("" + end).getBytes()) : "";
        return Map.of("users", page, "nextPageToken", next);
    }

    private static boolean present(String value) {
        return value != null && !value.isEmpty();
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new BadRequestException(message);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        var config = new ResourceConfig(Application.class, JwtFilter.class, Errors.class);
        GrizzlyHttpServerFactory.createHttpServer(URI.create("http://127.0.0.1:" + System.getenv("PORT") + "/"), config);
        Thread.currentThread().join();
    }

    public static class JwtFilter implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            String header = Objects.requireNonNullElse(request.getHeaderString("Authorization"), "");
            String protocol = Objects.requireNonNullElse(request.getHeaderString("Sec-WebSocket-Protocol"), "");
            String token = header.startsWith("Bearer ") ? header.substring(7) : protocol.replaceFirst("^jwt\\.token\\.", "");
            JWT.require(Algorithm.HMAC256(System.getenv("JWT_SECRET"))).build().verify(token);
        }
    }

    public static class Errors implements ExceptionMapper<Exception> {
        private static final List<Class<?>> INVALID =
                List.of(ProcessingException.class, IllegalArgumentException.class, GeneralSecurityException.class);
        @Context private UriInfo uri;

        @Override
        public Response toResponse(Exception e) {
            int status = e instanceof WebApplicationException w ? w.getResponse().getStatus()
                    : e instanceof JWTVerificationException ? 401 : INVALID.stream().anyMatch(c -> c.isInstance(e)) ? 400 : 500;
            if (status == 400 && uri.getPath().endsWith("generate-topology")) {
                return Response.status(status).type(MediaType.TEXT_PLAIN).entity(e.getMessage()).build();
            }
            int category = status == 400 ? 8 : status == 401 ? 6 : status == 404 ? 11 : 4;
            var error = Map.of("code", "HTTP_" + status, "cause", "" + e.getMessage(), "context", Map.of(),
                    "errorCategory", category);
            return Response.status(status).type(MediaType.APPLICATION_JSON).entity(error).build();
        }
    }

    public record SigningPublicKey(String format, String keyData, String keySpec) {}

    public record TopologyRequest(String synchronizer, String partyHint, SigningPublicKey publicKey,
            boolean localParticipantObservationOnly, int confirmationThreshold,
            List<String> otherConfirmingParticipantUids, List<String> observingParticipantUids) {}

    public enum HashingVersion { HASHING_SCHEME_VERSION_UNSPECIFIED, HASHING_SCHEME_VERSION_V2, HASHING_SCHEME_VERSION_V3 }

    public record PartySignature(String party, List<Map<String, String>> signatures) {}

    public record PartySignatures(List<PartySignature> signatures) {}

    public record ExecuteRequest(String preparedTransaction, PartySignatures partySignatures, String submissionId,
            HashingVersion hashingSchemeVersion, Map<String, Object> deduplicationPeriod, String userId,
            Map<String, Object> minLedgerTime) {}

    public record User(String id, String primaryParty, boolean isDeactivated, Map<String, Object> metadata, String identityProviderId) {}
}

class Topology {
    /** Reads the key; returns it as SubjectPublicKeyInfo, whatever format it came in. */
    static byte[] decodeKey(Application.SigningPublicKey key) throws GeneralSecurityException {
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

    static Map<String, Object> generate(Application.TopologyRequest request, byte[] key) throws GeneralSecurityException {
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
