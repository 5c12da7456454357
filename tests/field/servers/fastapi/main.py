# Stack: FastAPI with pydantic 2 models, PyJWT and cryptography, served by uvicorn.
import base64
import hashlib
import os
from typing import Annotated, Literal

import jwt
import uvicorn
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.security import APIKeyHeader, HTTPBearer
from pydantic import Base64Bytes, BaseModel, Field
from starlette.exceptions import HTTPException

API_KEY = APIKeyHeader(name="Sec-WebSocket-Protocol", auto_error=False)
ERRORS = {400: ("INVALID_ARGUMENT", 8, 3), 401: ("UNAUTHENTICATED", 6, 16), 404: ("NOT_FOUND", 11, 5)}
METADATA = {"resourceVersion": "0", "annotations": {}}
USER = {"primaryParty": "", "isDeactivated": False, "metadata": METADATA, "identityProviderId": ""}
USERS = [{"id": f"user-{n:02}", **USER} for n in range(1, 12)] + [{"id": "participant_admin", **USER}]
Int32 = Annotated[int, Field(ge=0, le=2**31 - 1)]
NonEmpty = Annotated[str, Field(min_length=1)]


class SigningPublicKey(BaseModel):
    format: Literal["CRYPTO_KEY_FORMAT_RAW", "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO"]
    keyData: Annotated[Base64Bytes, Field(min_length=1)]
    keySpec: Literal["SIGNING_KEY_SPEC_EC_CURVE25519", "SIGNING_KEY_SPEC_EC_P256"]


class GenerateTopologyRequest(BaseModel):
    synchronizer: NonEmpty
    partyHint: str = Field(pattern=r"^[A-Za-z0-9:\-_ ]{1,185}$")
    publicKey: SigningPublicKey
    localParticipantObservationOnly: bool = False
    otherConfirmingParticipantUids: list[str] = []
    confirmationThreshold: Int32 = 0
    observingParticipantUids: list[str] = []


class Signature(BaseModel):
    format: NonEmpty
    signature: NonEmpty
    signedBy: NonEmpty
    signingAlgorithmSpec: NonEmpty


class SigningParty(BaseModel):
    party: NonEmpty
    signatures: list[Signature] = Field(min_length=1)


class PartySignatures(BaseModel):
    signatures: list[SigningParty] = Field(min_length=1, max_length=1)


class ExecuteRequest(BaseModel):
    preparedTransaction: Annotated[Base64Bytes, Field(min_length=1)]
    partySignatures: PartySignatures
    submissionId: str = Field(pattern=r"^[A-Za-z0-9#:\-_/ ]{1,255}$")
    hashingSchemeVersion: str = Field(pattern="^HASHING_SCHEME_VERSION_(UNSPECIFIED|V2|V3)$")
    deduplicationPeriod: dict[str, dict[str, dict[str, int]]] | None = None
    userId: str | None = None
    minLedgerTime: dict | None = None


def authenticate(bearer=Depends(HTTPBearer(auto_error=False)), api_key=Depends(API_KEY)) -> None:
    token = bearer.credentials if bearer else (api_key or "").rpartition("jwt.token.")[2]
    try:
        jwt.decode(token, os.environ["JWT_SECRET"], algorithms=["HS256"])
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, str(error))


def on_error(request: Request, error: HTTPException | RequestValidationError):
    status = getattr(error, "status_code", 400)
    cause = error.detail if isinstance(error, HTTPException) else error.errors()[0]["msg"]
    if status == 400 and request.url.path.endswith("/generate-topology"):
        return PlainTextResponse(cause, 400)
    fields = dict(zip(("code", "errorCategory", "grpcCodeValue"), ERRORS.get(status, ("UNKNOWN", 8, 2))))
    return JSONResponse({**fields, "cause": cause, "context": {}}, status)


handlers = {RequestValidationError: on_error, HTTPException: on_error}
app = FastAPI(dependencies=[Depends(authenticate)], exception_handlers=handlers)


def load_key(key: SigningPublicKey) -> bytes:
    is_raw = key.format == "CRYPTO_KEY_FORMAT_RAW"
    load = ed25519.Ed25519PublicKey.from_public_bytes if is_raw else serialization.load_der_public_key
    try:
        public = load(key.keyData)
    except Exception as error:
        raise HTTPException(400, f"publicKey.keyData: {error}")
    is_p256 = isinstance(getattr(public, "curve", None), ec.SECP256R1)
    if not (is_p256 if key.keySpec.endswith("P256") else isinstance(public, ed25519.Ed25519PublicKey)):
        raise HTTPException(400, "publicKey.keySpec does not fit the key")
    return public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def versioned(*parts: object) -> bytes:
    """UntypedVersionedMessage: field 1 is the data (bytes), field 2 the version (30)."""
    data = os.urandom(16) + repr(parts).encode()
    length, rest = b"", len(data)
    while rest > 127:
        length, rest = length + bytes([rest & 127 | 128]), rest >> 7
    return b"\x0a" + length + bytes([rest]) + data + b"\x10\x1e"


@app.post("/v2/parties/external/generate-topology")
def generate_topology(body: GenerateTopologyRequest):
    if body.synchronizer != os.environ["SYNCHRONIZER_ID"]:
        raise HTTPException(404, f"Unknown synchronizer {body.synchronizer}")
    key = load_key(body.publicKey)
    fingerprint = "1220" + hashlib.sha256(key).hexdigest()
    party = f"{body.partyHint}::{fingerprint}"
    confirming = body.otherConfirmingParticipantUids + ["local"] * (not body.localParticipantObservationOnly)
    threshold = body.confirmationThreshold or len(confirming)
    transactions = [
        versioned("NamespaceDelegation", party, fingerprint),
        versioned("PartyToKeyMapping", party, key),
        versioned("PartyToParticipant", party, confirming, body.observingParticipantUids, threshold),
    ]
    return {
        "partyId": party,
        "publicKeyFingerprint": fingerprint,
        "topologyTransactions": [base64.b64encode(t) for t in transactions],
        "multiHash": base64.b64encode(hashlib.sha256(b"".join(transactions)).digest()),
    }


@app.post("/v2/interactive-submission/execute")
def execute(body: ExecuteRequest):
    return {}


@app.get("/v2/users")
def list_users(pageSize: Int32 = 100, pageToken: str = ""):
    try:
        start = int(base64.urlsafe_b64decode(pageToken)) if pageToken else 0
    except ValueError:
        raise HTTPException(400, "pageToken is not valid")
    end = start + (pageSize or 100)
    token = base64.urlsafe_b64encode(str(end).encode()).decode() if end < len(USERS) else ""
    return {"users": USERS[start:end], "nextPageToken": token}


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]))
