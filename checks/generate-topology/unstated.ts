import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { keySpecs, signingKey } from '../../generators/keys.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { extentOf } from '../conduct/claimed-faults.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { claimedOpenChecks, openCheckOf, underContentTypes } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { asRequest, type BodyChanges, changedBodies, changes, fullBody } from './bodies.ts';
import { validGenerate } from './valid.ts';

const open = openCheckOf('generate-topology', (conductor) => ({ body: fullBody(conductor, 0) }));

/** Named changes of the full body. */
function openChanges(
  requirement: string,
  [kind, pointer]: readonly [kind: string, pointer: string],
  changesOf: (body: GenerateTopologyRequest, conductor: Conductor) => BodyChanges,
): Check {
  return open(requirement, ({ body }, conductor) =>
    changedBodies(body, { kind, wrong: { pointer, keyword: 'open' } }, changesOf(body, conductor)),
  );
}

const withoutHosts = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };

const hints: Readonly<Record<string, string>> = {
  space: 'a b',
  colon: 'a:b',
  'two-colons': 'a::b',
  'hyphen-and-underscore': 'a-b_c',
  'full-stop': 'a.b',
  slash: 'a/b',
  'letters-outside-ascii': 'žluťoučký',
  'decomposed-letters': 'ze\u030clutoucky\u0301',
  'letters-that-change-their-case': 'aBcŽžß',
  'blanks-at-both-ends': ' a ',
  emoji: 'a😀b',
  nul: 'a\u0000b',
  '186 letters': 'h'.repeat(186),
  '300 letters': 'h'.repeat(300),
};

/** The configured participants, and made-up ones up to a hundred (ruling 35). */
function manyUids(configured: readonly string[]): string[] {
  const madeUp = Array.from({ length: 100 }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return `participant-${number}::1220${number.padStart(64, 'a')}`;
  });
  return [...configured, ...madeUp].slice(0, 100);
}

/** What the document leaves open in a generate-topology request: observed, with the form of rejections judged. */
export const unstatedChecks: readonly Check[] = [
  ...claimedOpenChecks('generate-topology.request', open),
  openChanges('GT-OPEN-HINT', ['hint', '/partyHint'], (_, conductor) => {
    // Any target accepts letters and digits, so these are no open hints.
    const naughty = naughtyStrings(extentOf(conductor), (text) => !/^[A-Za-z0-9]{1,100}$/.test(text));
    const all = { ...hints, ...Object.fromEntries(naughty.map(({ name, value }) => [name, value])) };
    return changes(all, (partyHint) => ({ partyHint }));
  }),
  openChanges(
    'GT-OPEN-OBSERVATIONONLY-ALONE',
    ['observation-only', '/localParticipantObservationOnly'],
    () => ({
      'nobody-to-confirm': {
        localParticipantObservationOnly: true,
        ...withoutHosts,
        confirmationThreshold: 0,
      },
    }),
  ),
  openChanges('GT-OPEN-UIDS-UNKNOWN', ['participants', '/otherConfirmingParticipantUids'], () => ({
    unknown: {
      ...withoutHosts,
      otherConfirmingParticipantUids: [`nobody::1220${'0'.repeat(64)}`],
    },
    'no-identifier': {
      ...withoutHosts,
      otherConfirmingParticipantUids: ['nobody'],
    },
  })),
  openChanges(
    'GT-OPEN-UIDS-MANY',
    ['participants', '/otherConfirmingParticipantUids'],
    (_, { facts: { participantUids } }) => ({
      '100 confirming': { ...withoutHosts, otherConfirmingParticipantUids: manyUids(participantUids) },
      '100 observing': { ...withoutHosts, observingParticipantUids: manyUids(participantUids) },
    }),
  ),
  openChanges(
    'GT-OPEN-UIDS-REPEATED',
    ['participants', '/otherConfirmingParticipantUids'],
    (_, { facts }) => ({
      'twice-in-one-list': {
        ...withoutHosts,
        otherConfirmingParticipantUids: [
          ...facts.participantUids.slice(0, 1),
          ...facts.participantUids.slice(0, 1),
        ],
      },
      'in-both-lists': {
        otherConfirmingParticipantUids: facts.participantUids.slice(0, 1),
        observingParticipantUids: facts.participantUids.slice(0, 1),
      },
    }),
  ),
  openChanges('GT-OPEN-THRESHOLD-ABOVE', ['threshold', '/confirmationThreshold'], () => ({
    'two-with-one-confirming-participant': { ...withoutHosts, confirmationThreshold: 2 },
    'greatest-int32': { confirmationThreshold: 2_147_483_647 },
  })),
  openChanges('GT-OPEN-FORMAT-UNKNOWN', ['key-format', '/publicKey/format'], ({ publicKey }) =>
    Object.fromEntries(
      [
        'CRYPTO_KEY_FORMAT_NONE_SUCH',
        publicKey.format.toLowerCase(),
        'CRYPTO_KEY_FORMAT_UNSPECIFIED',
        'CRYPTO_KEY_FORMAT_RAW',
      ].map((format) => [format, { publicKey: { ...publicKey, format } }]),
    ),
  ),
  openChanges('GT-OPEN-KEYSPEC-UNKNOWN', ['key-spec', '/publicKey/keySpec'], ({ publicKey }) =>
    Object.fromEntries(
      ['SIGNING_KEY_SPEC_NONE_SUCH', publicKey.keySpec.toLowerCase(), 'SIGNING_KEY_SPEC_UNSPECIFIED'].map(
        (keySpec) => [keySpec, { publicKey: { ...publicKey, keySpec } }],
      ),
    ),
  ),
  openChanges('GT-OPEN-KEY-MISFIT', ['key', '/publicKey'], ({ publicKey }, conductor) => ({
    ...Object.fromEntries(
      keySpecs.map((keySpec) => {
        const { format, keyData } = signingKey(keySpec, 'other-spec', conductor.identity());
        return [`of ${keySpec}`, { publicKey: { format, keyData, keySpec } }];
      }),
    ),
    'ed25519-under-the-name-of-p-256': {
      publicKey: { ...publicKey, keySpec: 'SIGNING_KEY_SPEC_EC_P256' },
    },
  })),
  open('GT-OPEN-CONTENT-TYPE', ({ body }) =>
    underContentTypes(
      asRequest(body),
      null,
      'text/plain',
      'application/xml',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/problem+json',
    ),
  ),
  ...openSchemeChecks('generate-topology', validGenerate),
  ...httpOpenChecks('generate-topology', validGenerate),
];
