import { fromBer, withoutNull } from '../keys/unusual-keys.ts';
import type { GenerateTopologyRequest } from '../requests.ts';
import { boolean, bytes, integer, list, name, record, string, withDefault } from './fields.ts';

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

const key = record<GenerateTopologyRequest['publicKey']>({
  format,
  keyData: withDefault(bytes, ''),
  keySpec,
});

/** The service reads BER, and ignores NULL parameters; it fingerprints the key that it read. */
function asPlainKey(sent: GenerateTopologyRequest['publicKey']): GenerateTopologyRequest['publicKey'] {
  if (sent.format !== 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO') return sent;
  const bytes = Buffer.from(sent.keyData, 'base64');
  const plain = withoutNull(bytes) ?? fromBer(bytes);
  return plain === undefined ? sent : { ...sent, keyData: plain.toString('base64') };
}

/** Decodes a generate-topology body up to the first problem. Unknown members are ignored. */
export const decodeGenerate = record<TopologyInput>({
  synchronizer: withDefault(string, ''),
  partyHint: withDefault(string, ''),
  publicKey: (value, field) => {
    if (value === undefined || value === null) return { value: undefined };
    const read = key(value, field);
    return 'problem' in read ? read : { value: asPlainKey(read.value) };
  },
  localParticipantObservationOnly: withDefault(boolean, false),
  otherConfirmingParticipantUids: withDefault(list(string), []),
  confirmationThreshold: withDefault(integer('Int'), 0),
  observingParticipantUids: withDefault(list(string), []),
});
