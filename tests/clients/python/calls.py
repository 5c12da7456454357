"""Calls the three operations with the generated client, and prints what it makes of the responses.

Reads {baseUrl, token, synchronizer, publicKey, executeRequest} from its only argument.
"""

import json
import sys

from ledger_client.api.default import execute_submission, generate_topology, list_users
from ledger_client.client import AuthenticatedClient
from ledger_client.models import (
    ExecuteSubmissionRequest,
    GenerateTopologyRequest,
    JSONErrorObject,
    SigningPublicKey,
)

given = json.loads(sys.argv[1])


def client(token: str = given["token"]) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=given["baseUrl"], token=token)


def shown(response) -> dict:
    """The status of a response, the class that the client chose for it, and its members as they go over the wire."""
    parsed = response.parsed
    value = parsed.to_dict() if hasattr(parsed, "to_dict") else parsed
    return {"status": int(response.status_code), "type": type(parsed).__name__, "value": value}


def topology(**changed) -> GenerateTopologyRequest:
    members = {
        "synchronizer": given["synchronizer"],
        "party_hint": "frida",
        "public_key": SigningPublicKey(
            format_="CRYPTO_KEY_FORMAT_RAW",
            key_data=given["publicKey"],
            key_spec="SIGNING_KEY_SPEC_EC_CURVE25519",
        ),
    }
    return GenerateTopologyRequest(**{**members, **changed})


def pages(client: AuthenticatedClient) -> list:
    """The ids of each page, by the caller: the client does not follow the tokens."""
    found, token = [], ""
    while True:
        query = {"page_token": token} if token else {}
        page = list_users.sync(client=client, page_size=2, **query)
        if isinstance(page, JSONErrorObject):
            raise SystemExit(page.cause)
        found.append([user.id for user in page.users])
        token = page.next_page_token
        if not token:
            return found


elsewhere = "nowhere::" + given["synchronizer"].split("::")[-1]
body = ExecuteSubmissionRequest.from_dict(given["executeRequest"])
with client() as ours, client("a.b.c") as stranger:
    made = {
        "topology": shown(generate_topology.sync_detailed(client=ours, body=topology())),
        "executed": shown(execute_submission.sync_detailed(client=ours, body=body)),
        "sent": body.to_dict(),
        "pages": pages(ours),
        "text": shown(generate_topology.sync_detailed(client=ours, body=topology(party_hint=1))),
        "unknown": shown(generate_topology.sync_detailed(client=ours, body=topology(synchronizer=elsewhere))),
        "object": shown(list_users.sync_detailed(client=stranger)),
    }
print(json.dumps(made))
