package field;

import io.vertx.core.Handler;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

class UsersHandler implements Handler<RoutingContext> {
  private static final int USERS = 12;

  @Override
  public void handle(RoutingContext context) {
    int size = Integer.parseInt(context.queryParams().contains("pageSize") ? context.queryParams().get("pageSize") : "100");
    String token = context.queryParams().get("pageToken");
    int first = token == null || token.isEmpty() ? 0 : Integer.parseInt(token);
    if (size < 1 || first < 0) {
      throw new IllegalArgumentException("pageSize must be positive");
    }
    JsonArray users = new JsonArray();
    int end = Math.min(first + size, USERS);
    for (int index = first; index < end; index++) {
      users.add(user(index + 1));
    }
    context.json(new JsonObject()
        .put("users", users)
        .put("nextPageToken", end < USERS ? String.valueOf(end) : ""));
  }

  private static JsonObject user(int number) {
    return new JsonObject()
        .put("id", "user-" + number)
        .put("primaryParty", "party-" + number + "::1220ab")
        .put("isDeactivated", number % 5 == 0)
        .put("metadata", new JsonObject()
            .put("resourceVersion", String.valueOf(number))
            .put("annotations", new JsonObject().put("team", "ledger")))
        .put("identityProviderId", "");
  }
}
