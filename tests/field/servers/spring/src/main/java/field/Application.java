// Stack: Spring Boot 3 Web with Jackson, bean validation and nimbus-jose-jwt.
package field;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.ImmutableSecret;
import com.nimbusds.jose.proc.*;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import jakarta.servlet.*;
import jakarta.servlet.http.*;
import jakarta.validation.Valid;
import jakarta.validation.constraints.*;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.*;
import java.util.stream.*;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.*;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.method.annotation.*;

@SpringBootApplication
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}

record ErrorBody(String code, String cause, Map<String, String> context, int errorCategory) {}

record SigningPublicKey(@NotBlank String format, @NotEmpty byte[] keyData, @NotBlank String keySpec) {}

record TopologyRequest(@NotBlank String synchronizer, @NotBlank String partyHint,
        @NotNull @Valid SigningPublicKey publicKey, boolean localParticipantObservationOnly, @Min(0) int confirmationThreshold,
        List<String> otherConfirmingParticipantUids, List<String> observingParticipantUids) {}

enum HashingSchemeVersion { HASHING_SCHEME_VERSION_UNSPECIFIED, HASHING_SCHEME_VERSION_V2, HASHING_SCHEME_VERSION_V3 }

record Signature(String format, byte[] signature, String signedBy, String signingAlgorithmSpec) {}

record PartySignature(@NotBlank String party, @NotEmpty List<Signature> signatures) {}

record PartySignatures(@NotNull @Size(min = 1, max = 1) List<@Valid PartySignature> signatures) {}

record ExecuteRequest(@NotEmpty byte[] preparedTransaction, @NotNull @Valid PartySignatures partySignatures,
        @NotNull @Pattern(regexp = "[A-Za-z0-9#:\\-_/ ]{1,255}") String submissionId,
        @NotNull HashingSchemeVersion hashingSchemeVersion, Map<String, Object> deduplicationPeriod, String userId,
        Map<String, Object> minLedgerTime) {}

record User(String id, String primaryParty, boolean isDeactivated, Map<String, Object> metadata, String identityProviderId) {}

@Component
class JwtFilter extends OncePerRequestFilter {
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    JwtFilter(@Value("${JWT_SECRET}") String secret) {
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(JWSAlgorithm.HS256, new ImmutableSecret<>(secret.getBytes())));
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            String header = request.getHeader("Authorization");
            String token = header != null && header.startsWith("Bearer ") ? header.substring("Bearer ".length())
                    : request.getHeader("Sec-WebSocket-Protocol").replaceFirst("^jwt\\.token\\.", "");
            processor.process(token, null);
        } catch (Exception e) {
            response.setStatus(401);
            response.setContentType("application/json");
            response.getWriter().write("""
                    {"code":"UNAUTHENTICATED","cause":"missing or invalid token","context":{},"errorCategory":6}""");
            return;
        }
        chain.doFilter(request, response);
    }
}

@RestController
class LedgerController {
    private final List<User> users = Stream.concat(Stream.of("participant_admin"),
            IntStream.rangeClosed(1, 11).mapToObj("user-%02d"::formatted))
            .map(id -> new User(id, "", false, Map.of("resourceVersion", "0", "annotations", Map.of()), "")).toList();

    @Value("${SYNCHRONIZER_ID}")
    private String synchronizerId;

    @PostMapping("/v2/parties/external/generate-topology")
    ResponseEntity<?> generate(@Valid @RequestBody TopologyRequest request) throws GeneralSecurityException {
        byte[] key = Topology.decodeKey(request.publicKey());
        if (!request.synchronizer().equals(synchronizerId)) {
            return ResponseEntity.status(404).body(new ErrorBody("NOT_FOUND", "unknown synchronizer", Map.of(), 11));
        }
        return ResponseEntity.ok(Topology.generate(request, key));
    }

    @PostMapping("/v2/interactive-submission/execute")
    Map<String, Object> execute(@Valid @RequestBody ExecuteRequest request) {
        return Map.of();
    }

    @GetMapping("/v2/users")
    Map<String, Object> users(@RequestParam(defaultValue = "100") @Min(1) int pageSize,
            @RequestParam(defaultValue = "") String pageToken) {
        int start = pageToken.isEmpty() ? 0 : Integer.parseInt(new String(Base64.getUrlDecoder().decode(pageToken)));
        List<User> page = users.stream().skip(start).limit(pageSize).toList();
        int end = start + page.size();
        String next = end < users.size() ? Base64.getUrlEncoder().encodeToString(("" + end).getBytes()) : "";
        return Map.of("users", page, "nextPageToken", next);
    }

    @ExceptionHandler({HttpMessageNotReadableException.class, MethodArgumentNotValidException.class,
        HandlerMethodValidationException.class, MethodArgumentTypeMismatchException.class,
        GeneralSecurityException.class, IllegalArgumentException.class})
    ResponseEntity<?> invalid(Exception e, HttpServletRequest request) {
        if (request.getRequestURI().endsWith("/generate-topology")) {
            return ResponseEntity.badRequest().contentType(MediaType.TEXT_PLAIN).body(e.getMessage());
        }
        return ResponseEntity.badRequest().body(new ErrorBody("INVALID_ARGUMENT", e.getMessage(), Map.of(), 8));
    }
}
