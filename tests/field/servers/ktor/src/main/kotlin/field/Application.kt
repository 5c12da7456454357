package field

import com.auth0.jwt.JWT
import com.auth0.jwt.algorithms.Algorithm
import io.ktor.http.HttpStatusCode
import io.ktor.http.auth.HttpAuthHeader
import io.ktor.http.auth.parseAuthorizationHeader
import io.ktor.serialization.kotlinx.json.json
import io.ktor.server.application.Application
import io.ktor.server.application.ApplicationCall
import io.ktor.server.application.install
import io.ktor.server.auth.Authentication
import io.ktor.server.auth.authenticate
import io.ktor.server.auth.jwt.JWTPrincipal
import io.ktor.server.auth.jwt.jwt
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.plugins.BadRequestException
import io.ktor.server.plugins.contentnegotiation.ContentNegotiation
import io.ktor.server.plugins.statuspages.StatusPages
import io.ktor.server.request.path
import io.ktor.server.request.receive
import io.ktor.server.response.respond
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import java.util.Base64

private const val GENERATE_TOPOLOGY = "/v2/parties/external/generate-topology"
private const val EXECUTE = "/v2/interactive-submission/execute"
private const val MAX_PAGE_SIZE = 1000
private val ledgerString = Regex("[A-Za-z0-9._:\\-#/ ]{1,255}")

private val users = (listOf("participant_admin") + (1..12).map { "user-%02d".format(it) }).map {
    User(it, "", false, UserMetadata("0", emptyMap()), "")
}

fun main() {
    val port = System.getenv("PORT").toInt()
    embeddedServer(Netty, port = port, host = "127.0.0.1", module = Application::module).start(wait = true)
}

fun Application.module() {
    val secret = System.getenv("JWT_SECRET")
    val synchronizerId = System.getenv("SYNCHRONIZER_ID")

    install(ContentNegotiation) { json() }
    install(Authentication) {
        jwt {
            authHeader { call -> call.credential() }
            verifier(JWT.require(Algorithm.HMAC256(secret)).build())
            validate { JWTPrincipal(it.payload) }
            challenge { _, _ -> call.fail(HttpStatusCode.Unauthorized, "UNAUTHENTICATED", "a valid token is required", 6) }
        }
    }
    install(StatusPages) {
        exception<InvalidRequest> { call, e -> call.invalid(e.message.orEmpty()) }
        exception<BadRequestException> { call, e -> call.invalid(e.cause?.message ?: e.message.orEmpty()) }
        exception<Throwable> { call, e ->
            call.application.environment.log.error("unexpected failure", e)
            call.fail(HttpStatusCode.InternalServerError, "INTERNAL", "an internal error occurred", 4)
        }
        status(HttpStatusCode.NotFound) { call, _ ->
            call.fail(HttpStatusCode.NotFound, "NOT_FOUND", "no such resource", 11)
        }
        status(HttpStatusCode.MethodNotAllowed, HttpStatusCode.UnsupportedMediaType) { call, status ->
            call.fail(status, "INVALID_ARGUMENT", status.description, 8)
        }
    }
    routing {
        authenticate {
            post(GENERATE_TOPOLOGY) {
                call.respond(generateTopology(call.receive(), synchronizerId))
            }
            post(EXECUTE) {
                execute(call.receive())
                call.respond(ExecuteSubmissionResponse())
            }
            get("/v2/users") {
                val size = call.queryParameters["pageSize"]?.let {
                    it.toIntOrNull() ?: throw InvalidRequest("pageSize must be a number")
                }
                call.respond(listUsers(size ?: 100, call.queryParameters["pageToken"].orEmpty()))
            }
        }
    }
}

/** The bearer token of the Authorization header, or the token that a websocket client sends as subprotocol. */
private fun ApplicationCall.credential(): HttpAuthHeader? =
    request.headers["Authorization"]?.let(::parseAuthorizationHeader)
        ?: request.headers["Sec-WebSocket-Protocol"]
            ?.split(",")
            ?.map { it.trim() }
            ?.firstOrNull { it.startsWith("jwt.token.") }
            ?.let { HttpAuthHeader.Single("Bearer", it.removePrefix("jwt.token.")) }

private fun execute(request: ExecuteSubmissionRequest) {
    val signatures = request.partySignatures.signatures
    if (!ledgerString.matches(request.submissionId)) throw InvalidRequest("submissionId is not a valid LedgerString")
    if (request.preparedTransaction.isEmpty()) throw InvalidRequest("preparedTransaction must not be empty")
    if (signatures.isEmpty()) throw InvalidRequest("partySignatures must not be empty")
    if (signatures.size > 1) throw InvalidRequest("only single-party submissions are supported")
    if (signatures.any { it.signatures.isEmpty() }) throw InvalidRequest("a party needs at least one signature")
}

private fun listUsers(size: Int, token: String): ListUsersResponse {
    if (size < 1 || size > MAX_PAGE_SIZE) throw InvalidRequest("pageSize must be between 1 and $MAX_PAGE_SIZE")
    val after = try {
        String(Base64.getUrlDecoder().decode(token))
    } catch (e: IllegalArgumentException) {
        throw InvalidRequest("pageToken is invalid")
    }
    val rest = users.filter { it.id > after }
    val page = rest.take(size)
    val next = if (rest.size > size) Base64.getUrlEncoder().encodeToString(page.last().id.toByteArray()) else ""
    return ListUsersResponse(page, next)
}

private suspend fun ApplicationCall.invalid(cause: String) =
    if (request.path() == GENERATE_TOPOLOGY) respondText(cause, status = HttpStatusCode.BadRequest)
    else fail(HttpStatusCode.BadRequest, "INVALID_ARGUMENT", cause, 8)

private suspend fun ApplicationCall.fail(status: HttpStatusCode, code: String, cause: String, category: Int) =
    respond(status, LedgerError(code, cause, errorCategory = category))
