# The three operations and the errors.
import os
import secrets
from base64 import b64encode
from hashlib import sha256

from django.http import HttpResponse, JsonResponse
from django.urls import path
from rest_framework import views
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField, IntegerField

from serializers import ExecuteRequest, TopologyRequest

# HTTP status -> code, error category, gRPC code
ERRORS = {401: ("UNAUTHENTICATED", 6, 16), 404: ("NOT_FOUND", 11, 5), 500: ("INTERNAL", 4, 13)}
IDS = ["participant_admin", *(f"user-{n:02}" for n in range(1, 12))]
FIELDS = {"primaryParty": "", "isDeactivated": False, "identityProviderId": ""}
METADATA = {"resourceVersion": "0", "annotations": {}}
USERS = [{"id": user_id, **FIELDS, "metadata": METADATA} for user_id in IDS]
# The token of a page that starts at the user of the same index.
TOKENS = ["", *(secrets.token_urlsafe() for _ in USERS[1:])]


def varint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)


# An UntypedVersionedMessage: field 1 is data (bytes), field 2 is version 30.
def transaction(**mapping):
    data = str({"nonce": secrets.token_hex(), **mapping}).encode()
    return b"\x0a" + varint(len(data)) + data + b"\x10" + varint(30)


@api_view(["POST"])
def generate_topology(request):
    body = TopologyRequest().run_validation(request.data)
    if body["synchronizer"] != os.environ["SYNCHRONIZER_ID"]:
        raise NotFound("Unknown synchronizer")
    fingerprint = "1220" + sha256(body["publicKey"]).hexdigest()
    party = body["partyHint"] + "::" + fingerprint
    confirming = body["otherConfirmingParticipantUids"]
    observing = body["observingParticipantUids"]
    local = observing if body["localParticipantObservationOnly"] else confirming
    local.append("participant::1220" + sha256(b"participant").hexdigest())
    threshold = body["confirmationThreshold"] or len(confirming)
    transactions = [
        transaction(party=party, namespace=fingerprint, key=body["publicKey"].hex()),
        transaction(party=party, confirm=confirming, threshold=threshold, observe=observing),
    ]
    result = {"partyId": party, "publicKeyFingerprint": fingerprint}
    result["topologyTransactions"] = [b64encode(t) for t in transactions]
    result["multiHash"] = b64encode(sha256(b"".join(transactions)).digest())
    return Response(result)


@api_view(["POST"])
def execute(request):
    ExecuteRequest().run_validation(request.data)
    return Response({})


@api_view(["GET"])
def list_users(request):
    size = IntegerField(min_value=0).run_validation(request.GET.get("pageSize", 100)) or 100
    start = TOKENS.index(ChoiceField(TOKENS).run_validation(request.GET.get("pageToken", "")))
    token = TOKENS[start + size] if start + size < len(USERS) else ""
    return Response({"users": USERS[start : start + size], "nextPageToken": token})


def error_object(status, cause):
    code, category, grpc = ERRORS.get(status, ("INVALID_ARGUMENT", 8, 3))
    error = {"code": code, "cause": str(cause), "context": {}}
    return {**error, "errorCategory": category, "grpcCodeValue": grpc}


def exception_handler(exception, context):
    response = views.exception_handler(exception, context) or Response(status=500)
    if response.status_code == 400 and context["request"].path.endswith("/generate-topology"):
        return HttpResponse(f"Invalid value for: body ({exception})", "text/plain", 400)
    response.data = error_object(response.status_code, exception)
    return response


def handler404(request, exception):
    return JsonResponse(error_object(404, "Not found"), status=404)


urlpatterns = [
    path("v2/parties/external/generate-topology", generate_topology),
    path("v2/interactive-submission/execute", execute),
    path("v2/users", list_users),
]
