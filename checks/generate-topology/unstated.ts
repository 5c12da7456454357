import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { keySpecs, signingKey } from '../../generators/keys.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import type { RawBody } from '../../generators/raw-body.ts';
import type { Violation } from '../../generators/violation.ts';
import { violations } from '../../generators/violations.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromRawBody, fromViolation } from '../conduct/from-violation.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { conductOpen, type OpenRequest } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { asRequest, fullBody } from './bodies.ts';
import { conductGenerateSchemes, validGenerate } from './valid.ts';

function open(requirement: string, requests: (conductor: Conductor) => readonly OpenRequest[]): Check {
  return {
    requirement,
    operation: 'generate-topology',
    version: 1,
    judge: judgeAnswers,
    conduct: (conductor) => conductOpen(conductor, requests(conductor)),
  };
}

function openViolations(requirement: string, select: (violation: Violation) => boolean): Check {
  return open(requirement, (conductor) =>
    violations('generate-topology.request', fullBody(conductor, 0))
      .filter((violation) => violation.verdict === 'open' && select(violation))
      .map(fromViolation),
  );
}

function openBodies(requirement: string, select: (name: string) => boolean): Check {
  return open(requirement, (conductor) =>
    malformedBodies(jsonBytes(fullBody(conductor, 0)))
      .filter(({ verdict, name }: RawBody) => verdict === 'open' && select(name))
      .map(fromRawBody),
  );
}

/** Named changes of the full body. */
function openChanges(
  requirement: string,
  pointer: string,
  changes: (
    body: GenerateTopologyRequest,
    conductor: Conductor,
  ) => Readonly<Record<string, Partial<GenerateTopologyRequest>>>,
): Check {
  return open(requirement, (conductor) => {
    const body = fullBody(conductor, 0);
    return Object.entries(changes(body, conductor)).map(([name, change]) => ({
      name,
      wrong: { pointer, keyword: 'open', name },
      request: asRequest({ ...body, ...change }),
    }));
  });
}

const withoutHosts = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };

const hints: Readonly<Record<string, string>> = {
  'a space': 'a b',
  'a colon': 'a:b',
  'two colons': 'a::b',
  'a hyphen and an underscore': 'a-b_c',
  'a full stop': 'a.b',
  'a slash': 'a/b',
  'letters outside ASCII': 'žluťoučký',
  'an emoji': 'a😀b',
  'a NUL': 'a\u0000b',
  '186 letters': 'h'.repeat(186),
  '300 letters': 'h'.repeat(300),
};

/** What the document leaves open in a generate-topology request: observed, the form of a refusal judged. */
export const unstatedChecks: readonly Check[] = [
  // An empty synchronizer is no synchronizer: GT-SYNC-UNKNOWN.
  openViolations(
    'GT-OPEN-EMPTY-STRING',
    ({ keyword, pointer }) => keyword === 'empty' && pointer !== '/synchronizer',
  ),
  openViolations('GT-OPEN-NULL-OPTIONAL', ({ keyword }) => keyword === 'null'),
  openViolations('GT-OPEN-THRESHOLD-FLOAT', ({ keyword }) => keyword === 'integral-float'),
  openBodies(
    'GT-OPEN-UNKNOWN-MEMBER',
    (name) =>
      /member( nested| named|$)|empty member name|double precision/.test(name) && !name.includes('twice'),
  ),
  openBodies('GT-OPEN-DUPLICATE-MEMBER', (name) => name.includes('twice')),
  openBodies('GT-OPEN-BOM', (name) => /byte order mark|UTF-16/.test(name)),
  openBodies('GT-OPEN-LONE-SURROGATE', (name) => /lone .* surrogate/.test(name)),
  openBodies('GT-OPEN-INVALID-UTF8', (name) =>
    /(byte|sequence|surrogate in UTF-8) inside a string/.test(name),
  ),
  openChanges('GT-OPEN-HINT', '/partyHint', () =>
    Object.fromEntries(
      Object.entries(hints).map(([name, partyHint]) => [`a hint with ${name}`, { partyHint }]),
    ),
  ),
  openChanges('GT-OPEN-OBSERVATIONONLY-ALONE', '/localParticipantObservationOnly', () => ({
    'localParticipantObservationOnly true and nobody to confirm': {
      localParticipantObservationOnly: true,
      ...withoutHosts,
      confirmationThreshold: 0,
    },
  })),
  openChanges('GT-OPEN-UIDS-UNKNOWN', '/otherConfirmingParticipantUids', () => ({
    'a confirming participant that nobody knows': {
      ...withoutHosts,
      otherConfirmingParticipantUids: [`nobody::1220${'0'.repeat(64)}`],
    },
    'a confirming participant that is no identifier': {
      ...withoutHosts,
      otherConfirmingParticipantUids: ['nobody'],
    },
  })),
  openChanges('GT-OPEN-UIDS-REPEATED', '/otherConfirmingParticipantUids', (_, { facts }) => ({
    'a participant twice in one list': {
      ...withoutHosts,
      otherConfirmingParticipantUids: [
        ...facts.participantUids.slice(0, 1),
        ...facts.participantUids.slice(0, 1),
      ],
    },
    'a participant in both lists': {
      otherConfirmingParticipantUids: facts.participantUids.slice(0, 1),
      observingParticipantUids: facts.participantUids.slice(0, 1),
    },
  })),
  openChanges('GT-OPEN-THRESHOLD-ABOVE', '/confirmationThreshold', () => ({
    'a threshold of 2 with one confirming participant': { ...withoutHosts, confirmationThreshold: 2 },
    'the greatest int32 as threshold': { confirmationThreshold: 2_147_483_647 },
  })),
  openChanges('GT-OPEN-FORMAT-UNKNOWN', '/publicKey/format', ({ publicKey }) =>
    Object.fromEntries(
      [
        'CRYPTO_KEY_FORMAT_NONE_SUCH',
        publicKey.format.toLowerCase(),
        'CRYPTO_KEY_FORMAT_UNSPECIFIED',
        'CRYPTO_KEY_FORMAT_RAW',
      ].map((format) => [`format ${format}`, { publicKey: { ...publicKey, format } }]),
    ),
  ),
  openChanges('GT-OPEN-KEYSPEC-UNKNOWN', '/publicKey/keySpec', ({ publicKey }) =>
    Object.fromEntries(
      ['SIGNING_KEY_SPEC_NONE_SUCH', publicKey.keySpec.toLowerCase(), 'SIGNING_KEY_SPEC_UNSPECIFIED'].map(
        (keySpec) => [`keySpec ${keySpec}`, { publicKey: { ...publicKey, keySpec } }],
      ),
    ),
  ),
  openChanges('GT-OPEN-KEY-MISFIT', '/publicKey', ({ publicKey }, conductor) => ({
    ...Object.fromEntries(
      keySpecs.map((keySpec) => {
        const { format, keyData } = signingKey(keySpec, 'other-spec', conductor.seedAt(0));
        return [`a key of ${keySpec}`, { publicKey: { format, keyData, keySpec } }];
      }),
    ),
    'an Ed25519 key under the name of P-256': {
      publicKey: { ...publicKey, keySpec: 'SIGNING_KEY_SPEC_EC_P256' },
    },
  })),
  open('GT-OPEN-CONTENT-TYPE', (conductor) =>
    [
      null,
      'text/plain',
      'application/xml',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/problem+json',
    ].map((contentType) => ({
      name: `Content-Type ${contentType ?? 'absent'}`,
      wrong: { pointer: '', keyword: 'content-type', name: 'another Content-Type' },
      request: { ...asRequest(fullBody(conductor, 0)), contentType },
    })),
  ),
  ...openSchemeChecks('generate-topology', conductGenerateSchemes),
  ...httpOpenChecks('generate-topology', validGenerate),
];
