// Stack: Express 5 with its JSON body parser, hand-written checks and jsonwebtoken.
import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import express from 'express';
import jwt from 'jsonwebtoken';

const { PORT, JWT_SECRET, SYNCHRONIZER_ID } = process.env;
const GENERATE_TOPOLOGY = '/v2/parties/external/generate-topology';
const hashingSchemes = ['UNSPECIFIED', 'V2', 'V3'].map((v) => `HASHING_SCHEME_VERSION_${v}`);
const keySpecs = {
  ed25519: 'SIGNING_KEY_SPEC_EC_CURVE25519',
  prime256v1: 'SIGNING_KEY_SPEC_EC_P256',
};
const errorCodes = {
  400: ['INVALID_ARGUMENT', 8, 3],
  401: ['UNAUTHENTICATED', 6, 16],
  404: ['NOT_FOUND', 11, 5],
};

const metadata = { resourceVersion: '1', annotations: {} };
const users = Array.from({ length: 12 }, (_, i) => {
  const id = i === 0 ? 'participant_admin' : `user-${`${i}`.padStart(2, '0')}`;
  return { id, primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
});

function check(condition, cause, status = 400) {
  if (!condition) throw Object.assign(new Error(cause), { status });
}
const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
const isInt32 = (v) => Number.isInteger(v) && v === (v | 0);
const isText = (v) => typeof v === 'string' && v.length > 0;

function checkTexts(object, fields) {
  check(isObject(object), 'A JSON object is expected');
  for (const field of fields) check(isText(object[field]), `${field} is required`);
}

function authenticate(req, _res, next) {
  const bearer = /^Bearer (.+)$/.exec(req.get('Authorization'));
  const apiKey = /jwt\.token\.([^,\s]+)/.exec(req.get('Sec-WebSocket-Protocol'));
  try {
    jwt.verify((bearer ?? apiKey)?.[1], JWT_SECRET, { algorithms: ['HS256'] });
  } catch (err) {
    check(false, err.message, 401);
  }
  next();
}

/** The key as DER SubjectPublicKeyInfo, whatever format it came in. */
function readPublicKey({ format, keyData, keySpec }) {
  const key = Buffer.from(keyData, 'base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
  const inputs = {
    CRYPTO_KEY_FORMAT_RAW: { key: jwk, format: 'jwk' },
    CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO: { key, format: 'der', type: 'spki' },
  };
  check(inputs[format], 'publicKey.format is not known');
  let publicKey;
  try {
    publicKey = createPublicKey(inputs[format]);
  } catch {
    check(false, 'publicKey.keyData cannot be decoded');
  }
  const curve = publicKey.asymmetricKeyDetails.namedCurve ?? publicKey.asymmetricKeyType;
  check(keySpecs[curve] === keySpec, 'publicKey.keySpec does not fit the key');
  return publicKey.export({ format: 'der', type: 'spki' });
}

const sha256 = (data, encoding) => createHash('sha256').update(data).digest(encoding);
const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);

/** UntypedVersionedMessage { bytes data = 1; int32 version = 2; } */
function versionedMessage(content) {
  const data = Buffer.from(JSON.stringify(content));
  return Buffer.from([0x0a, ...varint(data.length), ...data, 0x10, 30]);
}

function generateTopology({ body }, res) {
  checkTexts(body, ['synchronizer', 'partyHint']);
  check(/^[\w:\- ]{1,185}$/.test(body.partyHint), 'partyHint is not valid');
  checkTexts(body.publicKey, ['format', 'keyData', 'keySpec']);
  const { localParticipantObservationOnly: observe = false, confirmationThreshold: threshold = 0 } = body;
  check(typeof observe === 'boolean', 'localParticipantObservationOnly must be a boolean');
  const { otherConfirmingParticipantUids: others = [], observingParticipantUids: observers = [] } = body;
  const lists = [others, observers].every((v) => Array.isArray(v) && v.every(isText));
  check(lists, 'Participant uids must be arrays of strings');
  check(isInt32(threshold) && threshold >= 0, 'confirmationThreshold must be at least 1');
  const key = readPublicKey(body.publicKey);
  check(body.synchronizer === SYNCHRONIZER_ID, 'Unknown synchronizer', 404);

  const publicKeyFingerprint = `1220${sha256(key, 'hex')}`;
  const partyId = `${body.partyHint}::${publicKeyFingerprint}`;
  const confirmers = observe ? others : ['participant', ...others];
  const transactions = [
    { namespaceDelegation: publicKeyFingerprint },
    { partyToKeyMapping: [key.toString('base64')], threshold: 1 },
    { partyToParticipant: { confirmers, observers }, threshold: threshold || confirmers.length },
  ].map((mapping) => versionedMessage({ partyId, ...mapping, nonce: randomUUID() }));
  const topologyTransactions = transactions.map((t) => t.toString('base64'));
  const multiHash = sha256(Buffer.concat(transactions), 'base64');
  res.json({ partyId, publicKeyFingerprint, topologyTransactions, multiHash });
}

function execute({ body }, res) {
  checkTexts(body, ['preparedTransaction', 'submissionId', 'hashingSchemeVersion']);
  check(/^[A-Za-z0-9+/]+={0,2}$/.test(body.preparedTransaction), 'preparedTransaction is not base64');
  check(/^[\w#:\-/ ]{1,255}$/.test(body.submissionId), 'submissionId is not a LedgerString');
  check(hashingSchemes.includes(body.hashingSchemeVersion), 'hashingSchemeVersion is not known');
  const parties = body.partySignatures?.signatures;
  check(Array.isArray(parties) && parties.length === 1, 'Exactly one party must sign');
  checkTexts(parties[0], ['party']);
  check(parties[0].signatures?.length > 0, 'signatures are required');
  for (const signature of parties[0].signatures) {
    checkTexts(signature, ['format', 'signature', 'signedBy', 'signingAlgorithmSpec']);
  }
  const { userId = '', minLedgerTime = {}, deduplicationPeriod = {} } = body;
  check(typeof userId === 'string', 'userId must be a string');
  check([minLedgerTime, deduplicationPeriod].every(isObject), 'An object is expected');
  const { seconds = 0, nanos = 0 } = deduplicationPeriod.DeduplicationDuration?.value ?? {};
  check([seconds, nanos].every(Number.isInteger), 'A duration has integer seconds and nanos');
  res.json({});
}

function listUsers(req, res) {
  const { pageSize = '0', pageToken = '' } = req.query;
  check(isInt32(Number(pageSize)) && Number(pageSize) >= 0, 'pageSize is not valid');
  const last = Buffer.from(pageToken, 'base64url').toString();
  const start = users.findIndex((user) => user.id === last) + 1;
  check(pageToken === '' || start > 0, 'pageToken is not valid');
  const page = users.slice(start, start + (Number(pageSize) || 100));
  const isLast = start + page.length >= users.length;
  const nextPageToken = isLast ? '' : Buffer.from(page.at(-1).id).toString('base64url');
  res.json({ users: page, nextPageToken });
}

const app = express();
app.use(express.json());
app.use(authenticate);
app.post(GENERATE_TOPOLOGY, generateTopology);
app.post('/v2/interactive-submission/execute', execute);
app.get('/v2/users', listUsers);
app.use(() => check(false, 'No such path', 404));
app.use((err, req, res, _next) => {
  const { status = 500, message: cause } = err;
  if (status === 400 && req.path === GENERATE_TOPOLOGY) {
    return res.status(400).type('text/plain').send(cause);
  }
  const [code, errorCategory, grpcCodeValue] = errorCodes[status] ?? ['INTERNAL', 4, 13];
  res.status(status).json({ code, cause, context: {}, errorCategory, grpcCodeValue });
});
app.listen(Number(PORT), '127.0.0.1');
