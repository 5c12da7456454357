# Requests.
from base64 import b64decode

from cryptography.hazmat.primitives import serialization as keys
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from rest_framework import serializers as s

HASHING_SCHEMES = [f"HASHING_SCHEME_VERSION_{v}" for v in ("UNSPECIFIED", "V2", "V3")]
DER, RAW = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO", "CRYPTO_KEY_FORMAT_RAW"
ED25519, P256 = "SIGNING_KEY_SPEC_EC_CURVE25519", "SIGNING_KEY_SPEC_EC_P256"
READERS = {DER: keys.load_der_public_key, RAW: ed25519.Ed25519PublicKey.from_public_bytes}
KEY_TYPES = {ED25519: ed25519.Ed25519PublicKey, P256: ec.SECP256R1}


class PublicKey(s.Serializer):
    format = s.ChoiceField([DER, RAW])
    keyData = s.CharField()
    keySpec = s.ChoiceField([ED25519, P256])

    def validate(self, data):
        try:
            key = READERS[data["format"]](b64decode(data["keyData"], validate=True))
        except Exception as error:
            raise s.ValidationError(f"The key cannot be read: {error}")
        if not isinstance(getattr(key, "curve", key), KEY_TYPES[data["keySpec"]]):
            raise s.ValidationError("The key is not of the stated keySpec.")
        return key.public_bytes(keys.Encoding.DER, keys.PublicFormat.SubjectPublicKeyInfo)


class TopologyRequest(s.Serializer):
    synchronizer = s.CharField()
    partyHint = s.CharField()
    publicKey = PublicKey()
    localParticipantObservationOnly = s.BooleanField(default=False)
    otherConfirmingParticipantUids = s.ListField(child=s.CharField(), default=list)
    confirmationThreshold = s.IntegerField(min_value=0, max_value=2**31 - 1, default=0)
    observingParticipantUids = s.ListField(child=s.CharField(), default=list)


class Signature(s.Serializer):
    format = s.CharField()
    signature = s.CharField()
    signedBy = s.CharField()
    signingAlgorithmSpec = s.CharField()


class PartySignature(s.Serializer):
    party = s.CharField()
    signatures = Signature(many=True, allow_empty=False)


class PartySignatures(s.Serializer):
    # Only single-party submissions are supported.
    signatures = PartySignature(many=True, min_length=1, max_length=1)


class ExecuteRequest(s.Serializer):
    preparedTransaction = s.CharField()
    partySignatures = PartySignatures()
    submissionId = s.RegexField(r"^[A-Za-z0-9#:\-_/ ]+$", max_length=255)
    hashingSchemeVersion = s.ChoiceField(HASHING_SCHEMES)
    deduplicationPeriod = s.DictField(child=s.DictField(), required=False)
    userId = s.CharField(required=False)
    minLedgerTime = s.DictField(child=s.DictField(), required=False)
