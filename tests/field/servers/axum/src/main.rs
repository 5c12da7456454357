// Stack: axum with serde and jsonwebtoken.
#![allow(dead_code)]

use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::prelude::*;
use ed25519_dalek::VerifyingKey;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use p256::pkcs8::{DecodePublicKey, EncodePublicKey};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::{collections::HashMap, env, error::Error, num::NonZeroUsize};

const DER: &str = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
const ED25519: &str = "SIGNING_KEY_SPEC_EC_CURVE25519";

type Reply = Result<Json<Value>, Response>;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SigningPublicKey {
    format: String,
    key_data: String,
    key_spec: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TopologyRequest {
    synchronizer: String,
    party_hint: String,
    public_key: SigningPublicKey,
    local_participant_observation_only: Option<bool>,
    other_confirming_participant_uids: Option<Vec<String>>,
    confirmation_threshold: Option<i32>,
    observing_participant_uids: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct PartySignature {
    party: String,
    signatures: Vec<HashMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExecuteRequest {
    prepared_transaction: String,
    party_signatures: HashMap<String, Vec<PartySignature>>,
    submission_id: String,
    hashing_scheme_version: String,
    deduplication_period: Option<Map<String, Value>>,
    user_id: Option<String>,
    min_ledger_time: Option<Map<String, Value>>,
}

fn error(status: StatusCode, code: &str, category: i32, cause: impl ToString) -> Response {
    let body = json!({"code": code, "cause": cause.to_string(), "context": {}, "errorCategory": category});
    (status, Json(body)).into_response()
}

fn invalid(cause: impl ToString) -> Response {
    error(StatusCode::BAD_REQUEST, "INVALID_ARGUMENT", 8, cause)
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get("authorization").and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    bearer.or_else(|| Some(headers.get("sec-websocket-protocol")?.to_str().ok()?.trim_start_matches("jwt.token.")))
}

async fn authenticate(request: Request, next: Next) -> Response {
    let key = DecodingKey::from_secret(env::var("JWT_SECRET").unwrap().as_bytes());
    let token = token(request.headers()).unwrap_or_default();
    if let Err(e) = decode::<Value>(token, &key, &Validation::new(Algorithm::HS256)) {
        return error(StatusCode::UNAUTHORIZED, "UNAUTHENTICATED", 6, e);
    }
    next.run(request).await
}

/// Returns the key as SubjectPublicKeyInfo, whatever format it came in.
fn encode_key(key: &SigningPublicKey) -> Result<Vec<u8>, Box<dyn Error>> {
    let data = BASE64_STANDARD.decode(&key.key_data)?;
    let document = match (key.format.as_str(), key.key_spec.as_str()) {
        ("CRYPTO_KEY_FORMAT_RAW", ED25519) => VerifyingKey::try_from(&data[..])?.to_public_key_der()?,
        (DER, ED25519) => VerifyingKey::from_public_key_der(&data)?.to_public_key_der()?,
        (DER, "SIGNING_KEY_SPEC_EC_P256") => p256::PublicKey::from_public_key_der(&data)?.to_public_key_der()?,
        _ => return Err("unsupported key format or keySpec".into()),
    };
    Ok(document.into_vec())
}

/// An UntypedVersionedMessage: field 1 is the data, field 2 the version.
fn versioned(data: &[u8]) -> Vec<u8> {
    let mut message = vec![0x0a];
    let mut length = data.len();
    while length > 127 {
        message.push(length as u8 | 128);
        length >>= 7;
    }
    message.push(length as u8);
    [&message, data, &[0x10, 30]].concat()
}

async fn generate_topology(body: Result<Json<TopologyRequest>, JsonRejection>) -> Reply {
    let bad_request = |cause: String| (StatusCode::BAD_REQUEST, cause).into_response();
    let Json(request) = body.map_err(|e| bad_request(e.body_text()))?;
    let key = encode_key(&request.public_key).map_err(|e| bad_request(e.to_string()))?;
    let threshold = request.confirmation_threshold.unwrap_or(0);
    if request.synchronizer.is_empty() || request.party_hint.is_empty() || threshold < 0 {
        return Err(bad_request("synchronizer, partyHint or confirmationThreshold is not valid".into()));
    } else if request.synchronizer != env::var("SYNCHRONIZER_ID").unwrap() {
        return Err(error(StatusCode::NOT_FOUND, "UNKNOWN_SYNCHRONIZER", 11, "unknown synchronizer"));
    }
    let fingerprint = format!("1220{}", hex::encode(Sha256::digest(key)));
    let party = format!("{}::{fingerprint}", request.party_hint);
    let transactions = ["NamespaceDelegation", "PartyToKeyMapping", "PartyToParticipant"]
        .map(|mapping| versioned(format!("{mapping} {party} {request:?} {}", rand::random::<u64>()).as_bytes()));
    let encoded = transactions.each_ref().map(|transaction| BASE64_STANDARD.encode(transaction));
    let hash = BASE64_STANDARD.encode(Sha256::digest(transactions.concat()));
    Ok(Json(json!({"partyId": party, "publicKeyFingerprint": fingerprint,
        "topologyTransactions": encoded, "multiHash": hash})))
}

async fn execute(body: Result<Json<ExecuteRequest>, JsonRejection>) -> Reply {
    let Json(request) = body.map_err(|e| invalid(e.body_text()))?;
    let prepared = BASE64_STANDARD.decode(&request.prepared_transaction).map_err(invalid)?;
    let versions = ["UNSPECIFIED", "V2", "V3"].map(|version| format!("HASHING_SCHEME_VERSION_{version}"));
    let id = &request.submission_id;
    let is_ledger_char = |c: char| c.is_ascii_alphanumeric() || "#:-_/ ".contains(c);
    match request.party_signatures.get("signatures").map(Vec::as_slice) {
        _ if prepared.is_empty() => Err(invalid("preparedTransaction is empty")),
        _ if !versions.contains(&request.hashing_scheme_version) => Err(invalid("unknown hashingSchemeVersion")),
        _ if id.is_empty() || id.len() > 255 || !id.chars().all(is_ledger_char) => Err(invalid("bad submissionId")),
        Some([one]) if !one.party.is_empty() && !one.signatures.is_empty() => Ok(Json(json!({}))),
        _ => Err(invalid("partySignatures must hold the signatures of exactly one party")),
    }
}

fn user(id: String) -> Value {
    json!({"id": id, "primaryParty": "", "isDeactivated": false, "identityProviderId": "",
        "metadata": {"resourceVersion": "0", "annotations": {}}})
}

async fn list_users(Query(query): Query<HashMap<String, String>>) -> Reply {
    let ids = ["participant_admin".into()].into_iter().chain((1..12).map(|i| format!("user-{i:02}")));
    let users: Vec<Value> = ids.map(user).collect();
    let size = query.get("pageSize").map_or(Ok(100), |size| size.parse().map(NonZeroUsize::get)).map_err(invalid)?;
    let token = BASE64_URL_SAFE.decode(query.get("pageToken").map_or("", String::as_str)).map_err(invalid)?;
    let start = if token.is_empty() { 0 } else { String::from_utf8_lossy(&token).parse().map_err(invalid)? };
    let page: Vec<&Value> = users.iter().skip(start).take(size).collect();
    let end = start + page.len();
    let next = if end < users.len() { BASE64_URL_SAFE.encode(end.to_string()) } else { String::new() };
    Ok(Json(json!({"users": page, "nextPageToken": next})))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let app = Router::new()
        .route("/v2/parties/external/generate-topology", post(generate_topology))
        .route("/v2/interactive-submission/execute", post(execute))
        .route("/v2/users", get(list_users))
        .layer(middleware::from_fn(authenticate));
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", env::var("PORT")?)).await?;
    Ok(axum::serve(listener, app).await?)
}
