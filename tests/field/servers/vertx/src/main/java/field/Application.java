package field;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

public class Application extends AbstractVerticle {
  private JWTAuth jwt;

  public static void main(String[] args) {
    Vertx.vertx().deployVerticle(new Application()).onFailure(error -> {
      error.printStackTrace();
      System.exit(1);
    });
  }

  @Override
  public void start(Promise<Void> started) {
    jwt = JWTAuth.create(vertx, new JWTAuthOptions()
        .addPubSecKey(new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(System.getenv("JWT_SECRET")))
        .setJWTOptions(new JWTOptions()));

    Router router = Router.router(vertx);
    router.route().handler(BodyHandler.create(false));
    router.route("/v2/*").handler(this::authenticate);
    router.post("/v2/parties/external/generate-topology")
        .handler(new TopologyHandler(System.getenv("SYNCHRONIZER_ID")));
    router.post("/v2/interactive-submission/execute").handler(new ExecuteHandler());
    router.get("/v2/users").handler(new UsersHandler());
    router.route().failureHandler(Application::fail);
    router.errorHandler(404, Application::fail);
    router.errorHandler(405, Application::fail);

    vertx.createHttpServer()
        .requestHandler(router)
        .listen(Integer.parseInt(System.getenv("PORT")), "127.0.0.1")
        .<Void>mapEmpty()
        .onComplete(started);
  }

  private void authenticate(RoutingContext context) {
    String authorization = context.request().getHeader(HttpHeaders.AUTHORIZATION);
    String token = authorization != null && authorization.startsWith("Bearer ")
        ? authorization.substring("Bearer ".length())
        : context.request().getHeader("Sec-WebSocket-Protocol");
    if (token == null) {
      context.fail(401);
      return;
    }
    jwt.authenticate(new TokenCredentials(token))
        .onSuccess(user -> context.next())
        .onFailure(error -> context.fail(401, error));
  }

  /** Answers with the JSON error object. */
  private static void fail(RoutingContext context) {
    Throwable failure = context.failure();
    int status = context.statusCode() > 0 ? context.statusCode() : 500;
    if (failure instanceof IllegalArgumentException) {
      status = 400;
    }
    if (status == 401) {
      context.response().putHeader("WWW-Authenticate", "Bearer");
    }
    JsonObject error = new JsonObject()
        .put("code", status == 401 ? "UNAUTHENTICATED" : status < 500 ? "INVALID_ARGUMENT" : "INTERNAL")
        .put("cause", failure != null && failure.getMessage() != null ? failure.getMessage() : "request failed")
        .put("context", new JsonObject())
        .put("errorCategory", status == 401 ? 6 : status < 500 ? 8 : 4);
    context.response().setStatusCode(status);
    context.json(error);
  }
}
