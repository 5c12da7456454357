import type { Call } from '../call.ts';
import { isPointOfEd25519 } from '../keys/unusual-keys.ts';
import { readKnownKey } from '../operations/known-key.ts';
import { refused } from '../refusal.ts';
import type { GenerateTopologyRequest } from '../requests.ts';
import type { Rule } from '../rules/rule.ts';
import { confirmersOf } from '../topology/confirmers.ts';
import type { TopologyInput } from './decode-generate.ts';
import { invalidArguments } from './refusals.ts';

type GenerateProblem = (request: TopologyInput, call: Call) => string | undefined;

const listed = ({ otherConfirmingParticipantUids = [], observingParticipantUids = [] }: TopologyInput) => [
  ...otherConfirmingParticipantUids,
  ...observingParticipantUids,
];

/** What the service rejects; the first rule that fails applies. */
export const generateRules: readonly Rule[] = [
  rule('missing /publicKey', ({ publicKey }) =>
    publicKey === undefined ? 'Field `public_key` is not set' : undefined,
  ),
  rule('format', ({ publicKey }) =>
    publicKey?.format.endsWith('UNSPECIFIED') ? 'Field `format` is not set' : undefined,
  ),
  rule('keySpec', ({ publicKey }) =>
    publicKey?.keySpec.endsWith('UNSPECIFIED') ? 'Field `key_spec and scheme` is not set' : undefined,
  ),
  internal('empty /publicKey/keyData', ({ publicKey }) => publicKey?.keyData === ''),
  internal(
    'no sequence in /publicKey/keyData',
    ({ publicKey }) => publicKey?.format.endsWith('_INFO') === true && isOtherElement(publicKey.keyData),
  ),
  rule('undecodable /publicKey', ({ publicKey }) => {
    if (publicKey === undefined) return undefined;
    const key = readKnownKey(publicKey.format, publicKey.keyData, publicKey.keySpec);
    if (typeof key === 'string') return `KeyParseAndValidateError(Failed to parse public key: ${key})`;
    const isPoint = key.spec !== 'SIGNING_KEY_SPEC_EC_CURVE25519' || isPointOfEd25519(key.spki.subarray(-32));
    return isPoint ? undefined : 'KeyParseAndValidateError(Failed to deserialize the public key)';
  }),
  rule('synchronizer', ({ synchronizer }) => uidProblem(synchronizer)),
  rule('unknown /synchronizer', ({ synchronizer }, { ledger }) =>
    synchronizer === ledger.synchronizer
      ? undefined
      : `Unknown or not connected synchronizer ${synchronizer.slice(0, 30)}...`,
  ),
  rule('empty /partyHint', ({ partyHint }) => (partyHint === '' ? 'Party hint is empty' : undefined)),
  rule('partyHint', ({ partyHint }) => hintProblem(partyHint)),
  rule('negative threshold', ({ confirmationThreshold = 0 }) =>
    confirmationThreshold < 0 ? 'Negative confirmation threshold observed' : undefined,
  ),
  rule('uids', (request) =>
    listed(request)
      .map(uidProblem)
      .find((problem) => problem !== undefined),
  ),
  rule('this participant', (request, { ledger }) =>
    listed(request).includes(ledger.participantUid)
      ? `This participant node (PAR::${ledger.participantUid.slice(0, 22)}...) is also listed in the request. It is de facto a hosting node and must not be listed.`
      : undefined,
  ),
  rule('repeated uids', (request) =>
    new Set(listed(request)).size < listed(request).length
      ? 'The following participant IDs are referenced multiple times in the request. Please ensure all IDs are referenced only once.'
      : undefined,
  ),
  internal('nobody confirms', (request) => confirmers(request) === 0 && !request.confirmationThreshold),
  rule('threshold', (request) =>
    (request.confirmationThreshold ?? 0) > confirmers(request)
      ? 'Confirmation threshold exceeds number of confirming participants'
      : undefined,
  ),
];

function confirmers(request: TopologyInput): number {
  return confirmersOf(request as GenerateTopologyRequest);
}

function uidProblem(uid: string): string | undefined {
  if (uid === '') return 'Empty string is not a valid unique identifier.';
  const [identifier = '', namespace, ...more] = uid.split('::');
  if (namespace === undefined) return `Invalid unique identifier \`${uid}\` with missing namespace.`;
  if (identifier === '') return `Invalid unique identifier \`${uid}\` with empty identifier.`;
  const isPlain = more.length === 0 && namespace.length <= 68 && /^[A-Za-z0-9:_-]+$/.test(namespace);
  return isPlain ? undefined : `Fingerprint decoding of \`${uid}\` failed with: it is no fingerprint`;
}

function hintProblem(given: string): string | undefined {
  const hint = given.replace(/\p{Surrogate}/gu, '?');
  const odd = /[^A-Za-z0-9:_ -]/u.exec(hint)?.[0];
  if (hint.length > 255) return 'party_hint: Daml-LF Party is too long (max: 255)';
  if (odd !== undefined)
    return `party_hint: non expected character 0x${odd.codePointAt(0)?.toString(16)} in Daml-LF Party "${hint}"`;
  if (hint.includes('::')) return 'party_hint: String contains reserved delimiter `::`.';
  return hint.length > 185
    ? `The given string has a maximum length of 185 but a string of length ${hint.length} ('${hint.slice(0, 50)}') was given`
    : undefined;
}

function rule(name: string, problem: GenerateProblem): Rule {
  return {
    name,
    refuse: (call) => {
      const reason = problem(call.input as TopologyInput, call);
      return reason === undefined ? undefined : invalidArguments(reason);
    },
  };
}

/** An uncaught exception: the known defects. */
function internal(name: string, shows: (request: TopologyInput) => boolean): Rule {
  return {
    name,
    refuse: (call) => (shows(call.input as TopologyInput) ? refused('INTERNAL_ERROR', name) : undefined),
  };
}

/** Whether the bytes are one short DER element other than a SEQUENCE: the node throws for it. */
function isOtherElement(base64: string): boolean {
  const [tag, length, ...content] = Buffer.from(base64, 'base64');
  return tag !== 0x30 && length === content.length;
}
