package field

import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject

@Serializable
data class SigningPublicKey(val format: String, val keyData: String, val keySpec: String)

@Serializable
data class GenerateTopologyRequest(
    val synchronizer: String,
    val partyHint: String,
    val publicKey: SigningPublicKey,
    val localParticipantObservationOnly: Boolean = false,
    val otherConfirmingParticipantUids: List<String> = emptyList(),
    val confirmationThreshold: Int? = null,
    val observingParticipantUids: List<String> = emptyList(),
)

@Serializable
data class GenerateTopologyResponse(
    val partyId: String,
    val publicKeyFingerprint: String,
    val topologyTransactions: List<String>,
    val multiHash: String,
)

@Serializable
data class Signature(
    val format: String? = null,
    val signature: String? = null,
    val signedBy: String? = null,
    val signingAlgorithmSpec: String? = null,
)

@Serializable
data class SinglePartySignatures(val party: String, val signatures: List<Signature>)

@Serializable
data class PartySignatures(val signatures: List<SinglePartySignatures>)

@Serializable
data class Duration(val seconds: Long = 0, val nanos: Int = 0)

@Serializable
data class DeduplicationDuration(val value: Duration)

@Serializable
data class DeduplicationPeriod(val DeduplicationDuration: DeduplicationDuration? = null)

@Serializable
data class MinLedgerTime(val time: JsonObject? = null)

@Suppress("EnumEntryName")
enum class HashingSchemeVersion {
    HASHING_SCHEME_VERSION_UNSPECIFIED,
    HASHING_SCHEME_VERSION_V2,
    HASHING_SCHEME_VERSION_V3,
}

@Serializable
data class ExecuteSubmissionRequest(
    val preparedTransaction: String,
    val partySignatures: PartySignatures,
    val submissionId: String,
    val hashingSchemeVersion: HashingSchemeVersion,
    val deduplicationPeriod: DeduplicationPeriod? = null,
    val userId: String? = null,
    val minLedgerTime: MinLedgerTime? = null,
)

@Serializable
class ExecuteSubmissionResponse

@Serializable
data class UserMetadata(val resourceVersion: String, val annotations: Map<String, String>)

@Serializable
data class User(
    val id: String,
    val primaryParty: String,
    val isDeactivated: Boolean,
    val metadata: UserMetadata,
    val identityProviderId: String,
)

@Serializable
data class ListUsersResponse(val users: List<User>, val nextPageToken: String)

@Serializable
data class LedgerError(
    val code: String,
    val cause: String,
    val context: Map<String, String> = emptyMap(),
    val errorCategory: Int,
)
