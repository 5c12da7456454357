// Stack: Koa 3 with koa-bodyparser, zod schemas and jsonwebtoken.
import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import Router from '@koa/router';
import jwt from 'jsonwebtoken';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { z } from 'zod';

const { PORT, JWT_SECRET, SYNCHRONIZER_ID } = process.env;
const GENERATE_TOPOLOGY = '/v2/parties/external/generate-topology';
const text = z.string().min(1);

const GenerateTopology = z.object({
  synchronizer: text,
  partyHint: z.string().regex(/^[A-Za-z0-9:\-_ ]{1,185}$/),
  publicKey: z.object({
    format: z.enum(['CRYPTO_KEY_FORMAT_RAW', 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO']),
    keyData: z.base64().min(1),
    keySpec: z.enum(['SIGNING_KEY_SPEC_EC_CURVE25519', 'SIGNING_KEY_SPEC_EC_P256']),
  }),
  localParticipantObservationOnly: z.boolean().default(false),
  otherConfirmingParticipantUids: z.array(text).default([]),
  confirmationThreshold: z.int32().min(0).default(0),
  observingParticipantUids: z.array(text).default([]),
});

const Signature = z.object({ format: text, signature: text, signedBy: text, signingAlgorithmSpec: text });
const PartySignatures = z.object({ party: text, signatures: z.array(Signature).min(1) });
const Duration = z.object({ value: z.object({ seconds: z.int(), nanos: z.int32().default(0) }) });
const Execute = z.object({
  preparedTransaction: z.base64().min(1),
  partySignatures: z.object({ signatures: z.array(PartySignatures).length(1) }),
  submissionId: z.string().regex(/^[A-Za-z0-9#:\-_/ ]{1,255}$/),
  hashingSchemeVersion: z.templateLiteral(['HASHING_SCHEME_VERSION_', z.enum(['UNSPECIFIED', 'V2', 'V3'])]),
  deduplicationPeriod: z.object({ DeduplicationDuration: Duration.optional() }).optional(),
  userId: z.string().optional(),
  minLedgerTime: z.object({ time: z.looseObject({}).optional() }).optional(),
});

const UsersQuery = z.object({
  pageSize: z.coerce.number().pipe(z.int32().min(0)).default(100),
  pageToken: z.string().default(''),
});

const metadata = { resourceVersion: '1', annotations: {} };
const user = { primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
const ids = Array.from({ length: 11 }, (_, i) => `user-${String(i + 1).padStart(2, '0')}`);
const users = ['participant_admin', ...ids].map((id) => ({ id, ...user }));

const errorCodes = {
  400: ['INVALID_ARGUMENT', 8, 3],
  401: ['UNAUTHENTICATED', 6, 16],
  404: ['NOT_FOUND', 11, 5],
};

async function handleErrors(ctx, next) {
  try {
    await next();
    if (ctx.status === 404) ctx.throw(404, 'No such path');
  } catch (error) {
    ctx.status = error instanceof z.ZodError ? 400 : (error.status ?? 500);
    const cause = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
    if (ctx.status === 400 && ctx.path === GENERATE_TOPOLOGY) {
      ctx.type = 'text/plain';
      ctx.body = cause;
    } else {
      const [code, errorCategory, grpcCodeValue] = errorCodes[ctx.status] ?? ['UNKNOWN', 4, 2];
      ctx.body = { code, cause, context: {}, errorCategory, grpcCodeValue };
    }
  }
}

async function authenticate(ctx, next) {
  const bearer = ctx.get('Authorization').match(/^Bearer (.+)$/);
  const apiKey = ctx.get('Sec-WebSocket-Protocol').match(/jwt\.token\.([^\s,]+)/);
  try {
    ctx.state.user = jwt.verify((bearer ?? apiKey)?.[1], JWT_SECRET, { algorithms: ['HS256'] });
  } catch (error) {
    ctx.throw(401, error.message);
  }
  await next();
}

const sha256 = (data, encoding) => createHash('sha256').update(data).digest(encoding);

function readKey(ctx, { format, keyData, keySpec }) {
  let key = Buffer.from(keyData, 'base64');
  if (format === 'CRYPTO_KEY_FORMAT_RAW') {
    key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  }
  try {
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    const curve = publicKey.asymmetricKeyDetails.namedCurve ?? publicKey.asymmetricKeyType;
    if (curve === (keySpec.endsWith('P256') ? 'prime256v1' : 'ed25519')) return key;
  } catch {
    ctx.throw(400, 'publicKey.keyData cannot be decoded');
  }
  return ctx.throw(400, 'publicKey.keySpec does not match the key');
}

// UntypedVersionedMessage { bytes data = 1; int32 version = 2; }
function versioned(mapping) {
  const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);
  const data = Buffer.from(JSON.stringify({ ...mapping, nonce: randomUUID() }));
  return Buffer.from([0x0a, ...varint(data.length), ...data, 0x10, 30]);
}

const router = new Router();

router.post(GENERATE_TOPOLOGY, (ctx) => {
  const body = GenerateTopology.parse(ctx.request.body);
  const key = readKey(ctx, body.publicKey);
  if (body.synchronizer !== SYNCHRONIZER_ID) ctx.throw(404, 'Unknown synchronizer');
  const publicKeyFingerprint = `1220${sha256(key, 'hex')}`;
  const partyId = `${body.partyHint}::${publicKeyFingerprint}`;
  const confirming = [...body.otherConfirmingParticipantUids];
  if (!body.localParticipantObservationOnly) confirming.push('participant');
  const threshold = body.confirmationThreshold || confirming.length;
  const transactions = [
    versioned({ partyId, namespaceDelegation: publicKeyFingerprint }),
    versioned({ partyId, partyToKeyMapping: key.toString('base64') }),
    versioned({
      partyId,
      partyToParticipant: { confirming, threshold, observing: body.observingParticipantUids },
    }),
  ];
  const topologyTransactions = transactions.map((transaction) => transaction.toString('base64'));
  const multiHash = sha256(Buffer.concat(transactions), 'base64');
  ctx.body = { partyId, publicKeyFingerprint, topologyTransactions, multiHash };
});

router.post('/v2/interactive-submission/execute', (ctx) => {
  Execute.parse(ctx.request.body);
  ctx.body = {};
});

router.get('/v2/users', (ctx) => {
  const { pageSize, pageToken } = UsersQuery.parse(ctx.query);
  const start = Number(Buffer.from(pageToken, 'base64url').toString());
  if (!Number.isInteger(start)) ctx.throw(400, 'pageToken is not valid');
  const end = start + (pageSize || 100);
  const nextPageToken = end < users.length ? Buffer.from(String(end)).toString('base64url') : '';
  ctx.body = { users: users.slice(start, end), nextPageToken };
});

const app = new Koa();
app.use(handleErrors).use(authenticate).use(bodyParser()).use(router.routes());
app.listen(Number(PORT), '127.0.0.1');
