// Stack: Fastify 5 with its built-in JSON-schema validation (ajv defaults) and @fastify/jwt.
import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import fastifyJwt from '@fastify/jwt';
import Fastify from 'fastify';

const { PORT, JWT_SECRET, SYNCHRONIZER_ID } = process.env;
const GENERATE_TOPOLOGY = '/v2/parties/external/generate-topology';

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text, default: [] };
const int32 = { type: 'integer', minimum: 0, maximum: 2147483647 };
const arrayOf = (items) => ({ type: 'array', minItems: 1, items });
const object = (required, optional = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const keyFormat = { enum: ['CRYPTO_KEY_FORMAT_RAW', 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO'] };
const keySpec = { enum: ['SIGNING_KEY_SPEC_EC_CURVE25519', 'SIGNING_KEY_SPEC_EC_P256'] };
const generateTopologyBody = object(
  {
    synchronizer: text,
    partyHint: { type: 'string', pattern: '^[A-Za-z0-9:_ -]{1,185}$' },
    publicKey: object({ format: keyFormat, keyData: text, keySpec }),
  },
  {
    localParticipantObservationOnly: { type: 'boolean', default: false },
    otherConfirmingParticipantUids: texts,
    confirmationThreshold: { ...int32, default: 0 },
    observingParticipantUids: texts,
  },
);

const signature = object({ format: text, signature: text, signedBy: text, signingAlgorithmSpec: text });
const partySignature = object({ party: text, signatures: arrayOf(signature) });
const duration = object({ seconds: { type: 'integer', minimum: 0 } }, { nanos: int32 });
const hashingSchemes = ['UNSPECIFIED', 'V2', 'V3'].map((v) => `HASHING_SCHEME_VERSION_${v}`);
const executeBody = object(
  {
    preparedTransaction: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' },
    partySignatures: object({ signatures: { ...arrayOf(partySignature), maxItems: 1 } }),
    submissionId: { type: 'string', pattern: '^[A-Za-z0-9#:_/ -]{1,255}$' },
    hashingSchemeVersion: { enum: hashingSchemes },
  },
  {
    deduplicationPeriod: object({}, { DeduplicationDuration: object({ value: duration }) }),
    userId: { type: 'string' },
    minLedgerTime: object({}, { time: { type: 'object' } }),
  },
);

const pageToken = { type: 'string', default: '' };
const usersQuery = object({}, { pageSize: { ...int32, default: 100 }, pageToken });

const metadata = { resourceVersion: '0', annotations: {} };
const users = [...Array(12).keys()].map((i) => {
  const id = i < 11 ? `user-${String(i + 1).padStart(2, '0')}` : 'participant_admin';
  return { id, primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
});

const errors = {
  400: { code: 'INVALID_ARGUMENT', errorCategory: 8, grpcCodeValue: 3 },
  401: { code: 'UNAUTHENTICATED', errorCategory: 6, grpcCodeValue: 16 },
  404: { code: 'NOT_FOUND', errorCategory: 11, grpcCodeValue: 5 },
  500: { code: 'INTERNAL', errorCategory: 4, grpcCodeValue: 13 },
};
const fail = (statusCode, message) => Object.assign(new Error(message), { statusCode });
const sha256 = (data) => createHash('sha256').update(data).digest();

function parseKey({ format, keyData, keySpec }) {
  let der = Buffer.from(keyData, 'base64');
  if (format === 'CRYPTO_KEY_FORMAT_RAW') {
    der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), der]);
  }
  let key;
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch (error) {
    throw fail(400, error.message);
  }
  const curve = key.asymmetricKeyDetails.namedCurve ?? key.asymmetricKeyType;
  const matches = keySpec.endsWith('P256') ? curve === 'prime256v1' : curve === 'ed25519';
  if (!matches) throw fail(400, 'publicKey.keySpec does not match the key');
  return der;
}

// UntypedVersionedMessage: field 1 is the data, field 2 the version
function wrap(data) {
  const length = [];
  let rest = data.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.from([10, ...length, rest, ...data, 16, 30]);
}

function extractToken({ headers }) {
  const bearer = headers.authorization?.match(/^Bearer (.+)$/);
  const apiKey = headers['sec-websocket-protocol']?.match(/jwt\.token\.([^\s,]+)/);
  return (bearer ?? apiKey)?.[1];
}

const app = Fastify();
app.register(fastifyJwt, { secret: JWT_SECRET, verify: { algorithms: ['HS256'], extractToken } });
app.addHook('onRequest', async (request) => {
  try {
    await request.jwtVerify();
  } catch (error) {
    throw fail(401, error.message);
  }
});
app.setNotFoundHandler(() => {
  throw fail(404, 'The requested resource does not exist');
});
app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  if (status === 400 && request.routeOptions.url === GENERATE_TOPOLOGY) {
    return reply.status(400).type('text/plain').send(error.message);
  }
  const known = errors[status] ?? errors[500];
  return reply.status(status).send({ ...known, cause: error.message, context: {} });
});

app.post(GENERATE_TOPOLOGY, { schema: { body: generateTopologyBody } }, async ({ body }) => {
  const key = parseKey(body.publicKey);
  if (body.synchronizer !== SYNCHRONIZER_ID) throw fail(404, `Unknown synchronizer: ${body.synchronizer}`);
  const fingerprint = `1220${sha256(key).toString('hex')}`;
  const partyId = `${body.partyHint}::${fingerprint}`;
  const local = body.localParticipantObservationOnly ? [] : ['local-participant'];
  const confirming = [...local, ...body.otherConfirmingParticipantUids];
  const threshold = body.confirmationThreshold || confirming.length;
  const transactions = [
    `NamespaceDelegation ${fingerprint}`,
    `PartyToKeyMapping ${key.toString('hex')}`,
    `PartyToParticipant ${confirming} ${body.observingParticipantUids} ${threshold}`,
  ].map((mapping) => wrap(Buffer.concat([randomBytes(16), Buffer.from(`${partyId} ${mapping}`)])));
  const topologyTransactions = transactions.map((transaction) => transaction.toString('base64'));
  const multiHash = sha256(Buffer.concat(transactions)).toString('base64');
  return { partyId, publicKeyFingerprint: fingerprint, topologyTransactions, multiHash };
});
app.post('/v2/interactive-submission/execute', { schema: { body: executeBody } }, async () => ({}));

app.get('/v2/users', { schema: { querystring: usersQuery } }, async ({ query }) => {
  const offset = query.pageToken && Number(Buffer.from(query.pageToken, 'base64url').toString());
  if (!(offset >= 0 && offset < users.length)) throw fail(400, 'pageToken is not valid');
  const end = Number(offset) + (query.pageSize || 100);
  const nextPageToken = end < users.length ? Buffer.from(`${end}`).toString('base64url') : '';
  return { users: users.slice(offset, end), nextPageToken };
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
