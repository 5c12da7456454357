package field;

import static field.TopologyHandler.required;

import io.vertx.core.Handler;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.regex.Pattern;

class ExecuteHandler implements Handler<RoutingContext> {
  private static final Pattern LEDGER_STRING = Pattern.compile("[A-Za-z0-9._:\\-#/ ]{1,255}");
  private static final List<String> VERSIONS = List.of("HASHING_SCHEME_VERSION_UNSPECIFIED",
      "HASHING_SCHEME_VERSION_V2", "HASHING_SCHEME_VERSION_V3");

  @Override
  public void handle(RoutingContext context) {
    try {
      check(context.body().asJsonObject());
      context.json(new JsonObject());
    } catch (DecodeException | IllegalArgumentException | ClassCastException error) {
      context.fail(400, error);
    }
  }

  private static void check(JsonObject body) {
    if (body == null) {
      throw new IllegalArgumentException("the body must be a JSON object");
    }
    required(body, "preparedTransaction");
    if (!LEDGER_STRING.matcher(required(body, "submissionId")).matches()) {
      throw new IllegalArgumentException("submissionId is not a LedgerString");
    }
    if (!VERSIONS.contains(required(body, "hashingSchemeVersion"))) {
      throw new IllegalArgumentException("unknown hashingSchemeVersion");
    }
    body.getString("userId");
    body.getJsonObject("minLedgerTime");
    JsonObject period = body.getJsonObject("deduplicationPeriod");
    if (period != null && period.containsKey("DeduplicationDuration")) {
      JsonObject duration = period.getJsonObject("DeduplicationDuration").getJsonObject("value");
      duration.getLong("seconds");
      duration.getInteger("nanos");
    }

    JsonObject partySignatures = body.getJsonObject("partySignatures");
    if (partySignatures == null) {
      throw new IllegalArgumentException("partySignatures is required");
    }
    JsonArray parties = partySignatures.getJsonArray("signatures");
    if (parties == null || parties.isEmpty()) {
      throw new IllegalArgumentException("partySignatures.signatures is required");
    }
    if (parties.size() > 1) {
      throw new IllegalArgumentException("only single-party submissions are supported");
    }
    JsonObject party = parties.getJsonObject(0);
    required(party, "party");
    JsonArray signatures = party.getJsonArray("signatures");
    if (signatures == null || signatures.isEmpty()) {
      throw new IllegalArgumentException("a party needs at least one signature");
    }
    for (int i = 0; i < signatures.size(); i++) {
      JsonObject signature = signatures.getJsonObject(i);
      required(signature, "format");
      required(signature, "signature");
      required(signature, "signedBy");
      required(signature, "signingAlgorithmSpec");
    }
  }
}
