# Stack: Flask 3 with marshmallow schemas, PyJWT and cryptography, served by waitress.
import hashlib
import os
import re
import time
from base64 import b64decode, b64encode

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from flask import Flask, jsonify, request
from marshmallow import Schema, ValidationError, fields, validate
from waitress import serve
from werkzeug.exceptions import BadRequest, HTTPException, NotFound, Unauthorized

METADATA = {"resourceVersion": "1", "annotations": {}}
USER = {"primaryParty": "", "isDeactivated": False, "metadata": METADATA, "identityProviderId": ""}
USERS = [{"id": "participant_admin", **USER}] + [{"id": f"user-{n:02}", **USER} for n in range(1, 12)]
FORMATS = ["CRYPTO_KEY_FORMAT_RAW", "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO"]
SPECS = ["SIGNING_KEY_SPEC_EC_CURVE25519", "SIGNING_KEY_SPEC_EC_P256"]
HASHING_SCHEMES = [f"HASHING_SCHEME_VERSION_{version}" for version in ("UNSPECIFIED", "V2", "V3")]
ERRORS = {400: ("INVALID_ARGUMENT", 8, 3), 401: ("UNAUTHENTICATED", 6, 16), 404: ("NOT_FOUND", 11, 5)}

non_empty = validate.Length(min=1)
int32 = validate.Range(min=0, max=2**31 - 1)
TEXT = fields.String(required=True, validate=non_empty)
SIGNATURE = {name: TEXT for name in ("format", "signature", "signedBy", "signingAlgorithmSpec")}
SIGNATURES = fields.List(fields.Nested(SIGNATURE), required=True, validate=non_empty)
PARTY = fields.Nested({"party": TEXT, "signatures": SIGNATURES})
PARTIES = fields.List(PARTY, required=True, validate=validate.Length(equal=1))
DURATION = fields.Nested({"seconds": fields.Integer(), "nanos": fields.Integer()})
PAGE_SIZE = fields.Integer(load_default=100, validate=int32)
UsersQuerySchema = Schema.from_dict({"pageSize": PAGE_SIZE, "pageToken": fields.String(load_default="")})


class PublicKeySchema(Schema):
    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    keyData = fields.String(required=True, validate=non_empty)
    keySpec = fields.String(required=True, validate=validate.OneOf(SPECS))


class GenerateTopologySchema(Schema):
    synchronizer = fields.String(required=True, validate=non_empty)
    partyHint = fields.String(required=True, validate=validate.Regexp(r"^[A-Za-z0-9:\-_ ]{1,185}$"))
    publicKey = fields.Nested(PublicKeySchema, required=True)
    localParticipantObservationOnly = fields.Boolean(load_default=False)
    otherConfirmingParticipantUids = fields.List(fields.String(), load_default=[])
    confirmationThreshold = fields.Integer(load_default=0, validate=int32)
    observingParticipantUids = fields.List(fields.String(), load_default=[])


class ExecuteSchema(Schema):
    preparedTransaction = fields.String(required=True, validate=validate.Regexp(r"^[A-Za-z0-9+/]+={0,2}$"))
    partySignatures = fields.Nested({"signatures": PARTIES}, required=True)
    submissionId = fields.String(required=True, validate=validate.Regexp(r"^[A-Za-z0-9#:\-_/ ]{1,255}$"))
    hashingSchemeVersion = fields.String(required=True, validate=validate.OneOf(HASHING_SCHEMES))
    deduplicationPeriod = fields.Dict(keys=fields.String(), values=fields.Dict(values=DURATION))
    userId = fields.String()
    minLedgerTime = fields.Dict()


app = Flask(__name__)


@app.before_request
def authenticate():
    header = request.headers.get("Authorization", "") or request.headers.get("Sec-WebSocket-Protocol", "")
    match = re.search(r"^Bearer (\S+)$|jwt\.token\.([^\s,]+)", header)
    try:
        jwt.decode(match and (match[1] or match[2]), os.environ["JWT_SECRET"], algorithms=["HS256"])
    except jwt.PyJWTError as error:
        raise Unauthorized(str(error))


@app.errorhandler(ValidationError)
@app.errorhandler(HTTPException)
def on_error(error):
    status, cause = getattr(error, "code", 400), getattr(error, "description", str(error))
    if status == 400 and request.path.endswith("/generate-topology"):
        return cause, 400, {"Content-Type": "text/plain"}
    code, category, grpc = ERRORS.get(status, ("UNKNOWN", 4, 2))
    return jsonify(code=code, cause=cause, context={}, errorCategory=category, grpcCodeValue=grpc), status


def load_key(format, keyData, keySpec):
    is_raw = format == "CRYPTO_KEY_FORMAT_RAW"
    load = ed25519.Ed25519PublicKey.from_public_bytes if is_raw else serialization.load_der_public_key
    try:
        key = load(b64decode(keyData))
    except Exception as error:
        raise BadRequest(f"publicKey.keyData: {error}")
    is_p256 = isinstance(getattr(key, "curve", None), ec.SECP256R1)
    if not (is_p256 if keySpec.endswith("P256") else isinstance(key, ed25519.Ed25519PublicKey)):
        raise BadRequest("publicKey.keySpec does not fit the key")
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def versioned(*mapping):
    """UntypedVersionedMessage { bytes data = 1; int32 version = 2; }"""
    data = f"{mapping} {time.time_ns()}".encode()
    head, length = [0x0A], len(data)
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    return bytes([*head, length, *data, 0x10, 30])


@app.post("/v2/parties/external/generate-topology")
def generate_topology():
    body = GenerateTopologySchema().load(request.get_json())
    key = load_key(**body["publicKey"])
    if body["synchronizer"] != os.environ["SYNCHRONIZER_ID"]:
        raise NotFound(f"Unknown synchronizer {body['synchronizer']}")
    fingerprint = "1220" + hashlib.sha256(key).hexdigest()
    party = f"{body['partyHint']}::{fingerprint}"
    local = [] if body["localParticipantObservationOnly"] else ["participant"]
    confirming = local + body["otherConfirmingParticipantUids"]
    threshold = body["confirmationThreshold"] or len(confirming)
    transactions = [
        versioned("NamespaceDelegation", party),
        versioned("PartyToKeyMapping", party, key.hex()),
        versioned("PartyToParticipant", party, confirming, threshold, body["observingParticipantUids"]),
    ]
    return {
        "partyId": party,
        "publicKeyFingerprint": fingerprint,
        "topologyTransactions": [b64encode(t).decode() for t in transactions],
        "multiHash": b64encode(hashlib.sha256(b"".join(transactions)).digest()).decode(),
    }


@app.post("/v2/interactive-submission/execute")
def execute():
    ExecuteSchema().load(request.get_json())
    return {}


@app.get("/v2/users")
def list_users():
    query = UsersQuerySchema().load(request.args)
    try:
        start = int(b64decode(query["pageToken"]) or 0)
    except ValueError:
        raise BadRequest("pageToken is not valid")
    end = start + (query["pageSize"] or 100)
    token = b64encode(str(end).encode()).decode() if end < len(USERS) else ""
    return {"users": USERS[start:end], "nextPageToken": token}


serve(app, host="127.0.0.1", port=int(os.environ["PORT"]))
