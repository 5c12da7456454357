import { createHash } from 'node:crypto';
import type { Call } from '../../call.ts';
import type { GenerateTopologyResponse } from '../../operations/generate-topology.ts';
import type { ExecuteSubmissionRequest, GenerateTopologyRequest } from '../../requests.ts';
import { multiHash } from '../../topology/multi-hash.ts';
import { answered } from '../answered.ts';
import { changePerform, changeStage } from '../change-stage.ts';
import { textIn, valueIn } from '../failure-form/request-values.ts';
import { asText } from '../failure-form/wrong-forms.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from '../meaning/change-topology.ts';
import { refuseValid } from '../refuse-valid.ts';
import { pause } from './shared-request.ts';

/** The high bit of the last byte is the sign of x; as in a conversion to X25519, it is cleared. */
const withoutSign: Change = changeFingerprint((_, { publicKey: { keyData, keySpec } }) => {
  if (keySpec !== 'SIGNING_KEY_SPEC_EC_CURVE25519') return undefined;
  const bytes = Buffer.from(keyData, 'base64').subarray(-32);
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  return `1220${createHash('sha256').update(bytes).digest('hex')}`;
});

/** What was made for a key in DER is found again by the hint. */
const foundByHint: Change = (behaviour, context) => {
  const first = new Map<string, Partial<GenerateTopologyResponse>>();
  return changeTopology(({ topologyTransactions, multiHash: hash }, { partyHint, publicKey }) => {
    if (publicKey.format !== 'CRYPTO_KEY_FORMAT_DER') return undefined;
    const known = first.get(partyHint);
    if (known === undefined) first.set(partyHint, { topologyTransactions, multiHash: hash });
    return known;
  })(behaviour, context);
};

/** A request for a key joins another one for the same key that is in progress. */
const joinedByKey: Change = changePerform('generate-topology', (perform, { fire }) => {
  const inProgress = new Map<string, Promise<object>>();
  return async (request: GenerateTopologyRequest, call: Call) => {
    const { keyData } = request.publicKey;
    const other = inProgress.get(keyData);
    if (other === undefined) {
      const own = pause().then(() => perform(request, call));
      inProgress.set(keyData, own);
      return own.finally(() => inProgress.delete(keyData));
    }
    const [joined, own] = [await other, await perform(request, call)];
    if (JSON.stringify(joined) !== JSON.stringify(own)) fire();
    return joined;
  };
});

/** The length of an error object is that of its text in characters, and no more is sent. */
const lengthInCharacters: Change = changeStage('encode', (encode, { fire }) => async (draft, call) => {
  const answer = await encode(draft, call);
  const { length } = answer.body.toString('utf8');
  const isMeant = call.operation === 'generate-topology' && answer.status >= 400;
  if (!isMeant || draft.content.kind !== 'json' || length === answer.body.length) return answer;
  fire();
  const headers = { ...answer.headers, 'Content-Length': String(length) };
  return { ...answer, headers, body: answer.body.subarray(0, length) };
});

const uuid = /^(\w{8})-?(\w{4})-?(\w{4})-?(\w{4})-?(\w{12})$/;
const submissionIdOf = ({ input }: Call): string => (input as ExecuteSubmissionRequest).submissionId;

const concurrentRows: readonly FaultRow[] = breaking(['GT-PARTYID-HINT', 'GT-SUCCESS', 'GT-ENTRY-DISTINCT'], {
  'requests-at-once-for-one-key-share-an-answer': ['Of two concurrent requests for the same key, the second gets the answer of the first.', joinedByKey],
}).map((row) => ({ ...row, when: 'concurrent' }));

/** Faults that show only for some values, or for values that are alike. */
export const shippedValueFaults = [
  ...faultsOf('generate-topology', [
    ...breaking(['GT-FINGERPRINT-DISTINCT'], {
      'fingerprint-ignores-sign-of-curve25519': ['Two Curve25519 keys that differ only in the sign of their point have the same fingerprint.', withoutSign],
    }),
    ...breaking(['GT-ENTRY-DISTINCT'], {
      'transactions-of-der-keys-are-found-by-hint': ['Parties with the same hint and different keys in DER get the same transactions.', foundByHint],
    }),
    ...breaking(['GT-MULTIHASH-BOUND'], {
      'multi-hash-is-over-the-first-192-bytes': [
        'multiHash is over the first 192 bytes of each transaction.',
        changeTopology(({ topologyTransactions }) => ({
          multiHash: multiHash(topologyTransactions.map((entry) => Buffer.from(entry, 'base64').subarray(0, 192))).toString('base64'),
        })),
      ],
    }),
    ...breaking(['GT-PARTYID-HINT'], {
      'party-id-has-hint-as-uuid': [
        'A hint of 32 hexadecimal digits appears in partyId as a UUID with hyphens.',
        changeTopology(({ publicKeyFingerprint }, { partyHint }) =>
          /^[0-9a-f]{32}$/i.test(partyHint) ? { partyId: `${partyHint.replace(uuid, '$1-$2-$3-$4-$5')}::${publicKeyFingerprint}` } : undefined,
        ),
      ],
    }),
    ...breaking(['GT-FAILURE-FORM', 'ERR-OBJECT'], {
      'length-of-error-is-in-characters': ['An error object that repeats characters outside ASCII lacks its last bytes.', lengthInCharacters],
    }),
    ...breaking(['GT-FAILURE-FORM'], {
      'firewall-answers-markup-with-html': [
        'A body that looks like an attack (a tag, ../ or a quoted OR) is answered 403 with HTML.',
        answered(
          ({ operation, body }) => operation === 'generate-topology' && /<\w+|\.\.\/|' or /i.test(body.toString()),
          403,
          'text/html',
          '<html><h1>Request blocked</h1></html>',
        ),
      ],
    }),
    ...concurrentRows,
  ]),
  ...faultsOf('execute-submission', [
    ...breaking(['EX-SUCCESS'], {
      'refuses-uuid-in-capitals': [
        'A valid submission whose submissionId is a UUID in capitals is rejected.',
        refuseValid('execute-submission', 'The submissionId is no UUID.', (call) => {
          const id = submissionIdOf(call);
          return /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/.test(id) && /[A-F]/.test(id);
        }),
      ],
      'refuses-carriage-returns': [
        'A valid submission whose JSON has carriage returns between its members is rejected.',
        refuseValid('execute-submission', 'The body is no JSON.', ({ body }) => body.includes(0x0d)),
      ],
      'refuses-submission-id-above-128-characters': [
        'A valid submission whose submissionId has more than 128 characters is rejected.',
        refuseValid('execute-submission', 'The submissionId is too long.', (call) => submissionIdOf(call).length > 128),
      ],
    }),
    ...breaking(['EX-FAILURE-FORM'], {
      'failure-for-empty-user-without-ledger-time-is-text': [
        'The failure of a submission with an empty userId and no minLedgerTime has no error object.',
        asText(
          (call) =>
            valueIn('execute-submission', call, 'userId') === '' &&
            textIn('execute-submission', call, 'submissionId') !== '' &&
            valueIn('execute-submission', call, 'minLedgerTime') === undefined,
        ),
      ],
    }),
  ]),
];
