import type { GenerateTopologyRequest } from '../requests.ts';
import { isObject } from '../rules/json-types.ts';
import {
  base64,
  boolean,
  type Decoder,
  integer,
  list,
  missing,
  name,
  type Read,
  string,
  withDefault,
} from './fields.ts';

/** The input of the service: publicKey may be absent, everything else has a default. */
export interface TopologyInput extends Omit<GenerateTopologyRequest, 'publicKey'> {
  readonly publicKey?: GenerateTopologyRequest['publicKey'];
}

const format = name([
  'CRYPTO_KEY_FORMAT_UNSPECIFIED',
  'CRYPTO_KEY_FORMAT_DER',
  'CRYPTO_KEY_FORMAT_RAW',
  'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
]);
const keySpec = name([
  'SIGNING_KEY_SPEC_UNSPECIFIED',
  'SIGNING_KEY_SPEC_EC_CURVE25519',
  'SIGNING_KEY_SPEC_EC_P256',
  'SIGNING_KEY_SPEC_EC_P384',
  'SIGNING_KEY_SPEC_EC_SECP256K1',
]);

const publicKey: Decoder<GenerateTopologyRequest['publicKey'] | undefined> = (value) => {
  if (value === undefined || value === null) return { value: undefined };
  if (!isObject(value)) return missing('format');
  const read = {
    format: format(value.format, 'format'),
    keyData: withDefault(base64, Buffer.alloc(0))(value.keyData, 'keyData'),
    keySpec: keySpec(value.keySpec, 'keySpec'),
  };
  if ('problem' in read.format) return read.format;
  if ('problem' in read.keyData) return read.keyData;
  if ('problem' in read.keySpec) return read.keySpec;
  const keyData = read.keyData.value.toString('base64');
  return { value: { format: read.format.value, keyData, keySpec: read.keySpec.value } };
};

const decoders: Readonly<Record<keyof TopologyInput, Decoder<unknown>>> = {
  synchronizer: withDefault(string, ''),
  partyHint: withDefault(string, ''),
  publicKey,
  localParticipantObservationOnly: withDefault(boolean, false),
  otherConfirmingParticipantUids: withDefault(list(string), []),
  confirmationThreshold: withDefault(integer('Int'), 0),
  observingParticipantUids: withDefault(list(string), []),
};

/** Decodes a generate-topology body up to the first problem. Unknown members are ignored. */
export function decodeGenerate(body: unknown): Read<TopologyInput> {
  if (!isObject(body)) return missing('synchronizer');
  const input: Record<string, unknown> = {};
  for (const [field, decode] of Object.entries(decoders)) {
    const read = decode(body[field], field);
    if ('problem' in read) return read;
    if (read.value !== undefined) input[field] = read.value;
  }
  return { value: input as unknown as TopologyInput };
}
