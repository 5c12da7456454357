// Request schemas (joi).
import Joi from 'joi';

const string = Joi.string().required();
const base64 = Joi.string().base64().required();
const strings = Joi.array().items(Joi.string()).default([]);
const int32 = Joi.number().integer().min(0).max(2147483647);

export const topologyRequest = Joi.object({
  synchronizer: string,
  partyHint: string,
  publicKey: Joi.object({ format: string, keyData: base64, keySpec: string }).required(),
  localParticipantObservationOnly: Joi.boolean().default(false),
  otherConfirmingParticipantUids: strings,
  confirmationThreshold: int32.default(0),
  observingParticipantUids: strings,
}).required();

const signature = Joi.object({
  format: string,
  signature: base64,
  signedBy: string,
  signingAlgorithmSpec: string,
});
const partySignature = Joi.object({
  party: string,
  signatures: Joi.array().items(signature).min(1).required(),
});
// Only single-party submissions are supported.
const signatures = Joi.array().items(partySignature).length(1).required();
const duration = Joi.object({ seconds: Joi.number().integer(), nanos: int32.max(999999999) });
const DeduplicationDuration = Joi.object({ value: duration.required() });
const hashingSchemes = ['UNSPECIFIED', 'V2', 'V3'].map((v) => `HASHING_SCHEME_VERSION_${v}`);

export const executeRequest = Joi.object({
  preparedTransaction: base64,
  partySignatures: Joi.object({ signatures }).required(),
  // A LedgerString.
  submissionId: string.pattern(/^[A-Za-z0-9#:\-_/ ]+$/).max(255),
  hashingSchemeVersion: string.valid(...hashingSchemes),
  // The document leaves the other variants open.
  deduplicationPeriod: Joi.object({ DeduplicationDuration }).unknown(),
  userId: Joi.string(),
  minLedgerTime: Joi.object({ time: Joi.object() }),
}).required();

export const usersQuery = Joi.object({
  pageSize: int32.default(100),
  pageToken: Joi.string().allow('').default(''),
});
