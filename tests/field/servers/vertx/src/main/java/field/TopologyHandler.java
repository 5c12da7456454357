package field;

import io.vertx.core.Handler;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

class TopologyHandler implements Handler<RoutingContext> {
  private static final String DER = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
  private final String synchronizer;

  TopologyHandler(String synchronizer) {
    this.synchronizer = synchronizer;
  }

  @Override
  public void handle(RoutingContext context) {
    try {
      context.json(generate(context.body().asJsonObject()));
    } catch (DecodeException | IllegalArgumentException | ClassCastException error) {
      context.response()
          .setStatusCode(400)
          .putHeader("Content-Type", "text/plain")
          .end(String.valueOf(error.getMessage()));
    } catch (GeneralSecurityException error) {
      context.fail(error);
    }
  }

  private JsonObject generate(JsonObject body) throws GeneralSecurityException {
    if (body == null) {
      throw new IllegalArgumentException("the body must be a JSON object");
    }
    String hint = required(body, "partyHint");
    byte[] key = key(body.getJsonObject("publicKey"));
    boolean observationOnly = body.getBoolean("localParticipantObservationOnly", false);
    JsonArray confirming = body.getJsonArray("otherConfirmingParticipantUids", new JsonArray());
    JsonArray observing = body.getJsonArray("observingParticipantUids", new JsonArray());
    int threshold = body.getInteger("confirmationThreshold", 0);
    if (threshold < 0) {
      throw new IllegalArgumentException("confirmationThreshold must be at least 1");
    }
    if (threshold == 0) {
      threshold = confirming.size() + (observationOnly ? 0 : 1);
    }
    if (!required(body, "synchronizer").equals(synchronizer)) {
      throw new IllegalArgumentException("unknown synchronizer");
    }

    String fingerprint = "1220" + HexFormat.of().formatHex(sha256(key));
    String party = hint + "::" + fingerprint;
    JsonArray transactions = new JsonArray()
        .add(versioned("namespace-delegation:" + fingerprint, key))
        .add(versioned("party-to-key:" + party, key))
        .add(versioned("party-to-participant:" + party + ":" + threshold + ":" + observationOnly + ":"
            + strings(confirming) + ":" + strings(observing), key));
    return new JsonObject()
        .put("partyId", party)
        .put("publicKeyFingerprint", fingerprint)
        .put("topologyTransactions", transactions)
        .put("multiHash", "1220" + HexFormat.of().formatHex(sha256(transactions.encode().getBytes(StandardCharsets.UTF_8))));
  }

  static String required(JsonObject object, String name) {
    String value = object.getString(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is required");
    }
    return value;
  }

  private static String strings(JsonArray uids) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < uids.size(); i++) {
      joined.append(uids.getString(i)).append(',');
    }
    return joined.toString();
  }

  private static byte[] key(JsonObject publicKey) throws GeneralSecurityException {
    if (publicKey == null) {
      throw new IllegalArgumentException("publicKey is required");
    }
    String format = required(publicKey, "format");
    String keySpec = required(publicKey, "keySpec");
    byte[] data = Base64.getDecoder().decode(required(publicKey, "keyData"));
    if (data.length == 0) {
      throw new IllegalArgumentException("keyData must not be empty");
    }
    if (format.equals(DER)) {
      KeyFactory factory = KeyFactory.getInstance(keySpec.startsWith("SIGNING_KEY_SPEC_EC_P") ? "EC" : "Ed25519");
      try {
        factory.generatePublic(new X509EncodedKeySpec(data));
      } catch (GeneralSecurityException error) {
        throw new IllegalArgumentException("keyData cannot be decoded: " + error.getMessage());
      }
    }
    return data;
  }

  private static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  /** An UntypedVersionedMessage: bytes data = 1, int32 version = 2. */
  private static String versioned(String text, byte[] key) {
    byte[] head = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(0x0a);
    int length = head.length + key.length;
    while (length >= 128) {
      message.write(length & 127 | 128);
      length >>= 7;
    }
    message.write(length);
    message.writeBytes(head);
    message.writeBytes(key);
    message.write(0x10);
    message.write(30);
    return Base64.getEncoder().encodeToString(message.toByteArray());
  }
}
