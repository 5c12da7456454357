package field

import java.security.KeyFactory
import java.security.MessageDigest
import java.security.PublicKey
import java.security.spec.X509EncodedKeySpec
import java.util.Base64
import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.Json

class InvalidRequest(message: String) : Exception(message)

private const val DER_KEY = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO"

private val algorithms = mapOf(
    "SIGNING_KEY_SPEC_EC_CURVE25519" to "Ed25519",
    "SIGNING_KEY_SPEC_EC_P256" to "EC",
    "SIGNING_KEY_SPEC_EC_P384" to "EC",
)

fun generateTopology(request: GenerateTopologyRequest, synchronizerId: String): GenerateTopologyResponse {
    if (request.synchronizer != synchronizerId) throw InvalidRequest("unknown synchronizer ${request.synchronizer}")
    if (request.partyHint.isBlank()) throw InvalidRequest("partyHint must not be empty")
    if ((request.confirmationThreshold ?: 0) < 0) throw InvalidRequest("confirmationThreshold must be at least 1")
    val key = decodeKey(request.publicKey)
    val fingerprint = "1220" + sha256(key.encoded).toHexString()
    val partyId = "${request.partyHint}::$fingerprint"
    val confirmers = request.otherConfirmingParticipantUids.size + if (request.localParticipantObservationOnly) 0 else 1
    val threshold = request.confirmationThreshold?.takeIf { it > 0 } ?: confirmers
    if (threshold > confirmers) throw InvalidRequest("confirmationThreshold exceeds the number of confirmers")

    val transactions = listOf(
        "namespace-delegation:$fingerprint",
        "party-to-key-mapping:$partyId:${key.encoded.toHexString()}",
        "party-to-participant:$partyId:$threshold:${Json.encodeToString(request)}",
    ).map { versionedMessage(it.toByteArray()) }
    return GenerateTopologyResponse(
        partyId = partyId,
        publicKeyFingerprint = fingerprint,
        topologyTransactions = transactions.map { Base64.getEncoder().encodeToString(it) },
        multiHash = "1220" + sha256(transactions.map(::sha256).reduce(ByteArray::plus)).toHexString(),
    )
}

private fun decodeKey(key: SigningPublicKey): PublicKey {
    if (key.format != DER_KEY) throw InvalidRequest("unsupported key format ${key.format}")
    val algorithm = algorithms[key.keySpec] ?: throw InvalidRequest("unsupported key spec ${key.keySpec}")
    if (key.keyData.isEmpty()) throw InvalidRequest("keyData must not be empty")
    try {
        val der = Base64.getDecoder().decode(key.keyData)
        return KeyFactory.getInstance(algorithm).generatePublic(X509EncodedKeySpec(der))
    } catch (e: Exception) {
        throw InvalidRequest("keyData cannot be decoded: ${e.message}")
    }
}

/** UntypedVersionedMessage { bytes data = 1; int32 version = 2; } */
private fun versionedMessage(data: ByteArray): ByteArray =
    byteArrayOf(0x0a) + varint(data.size) + data + byteArrayOf(0x10) + varint(30)

private fun varint(value: Int): ByteArray =
    if (value < 0x80) byteArrayOf(value.toByte())
    else byteArrayOf((value and 0x7f or 0x80).toByte()) + varint(value ushr 7)

private fun sha256(bytes: ByteArray): ByteArray = MessageDigest.getInstance("SHA-256").digest(bytes)

@OptIn(ExperimentalStdlibApi::class)
private fun ByteArray.toHexString(): String = toHexString(HexFormat.Default)
