import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { altered } from '../../generators/credentials.ts';
import { executeOptions, placeholderExecuteBody, submissionId } from '../../generators/execute-submission.ts';
import {
  fullGenerateTopology,
  minimalGenerateTopology,
  validGenerateTopology,
} from '../../generators/generate-topology.ts';
import { keySpecs, signingKey } from '../../generators/keys.ts';
import { pageSizes } from '../../generators/list-users.ts';
import { malformedBodies, malformedText } from '../../generators/malformed-json.ts';
import { draw, seedOf, textFrom } from '../../generators/seeding.ts';
import type { RequestStem } from '../../generators/violations.ts';
import { kindText } from '../../journal/case-text.ts';
import { violations } from '../../operations/violations.ts';
import { demanded, nameOf } from './demands.ts';

// A verdict must not change because a dependency or a generator draws differently; a change here is a change of the
// suite's version.
const synchronizer = 'global::1220aa';
const participantUids = ['two::1220bb', 'three::1220cc'];
const full = fullGenerateTopology({ synchronizer, participantUids }, 1);
const body = Buffer.from(JSON.stringify({ synchronizer: 's', partyHint: 'h' }));
const spaced = Buffer.from(' {\n  "synchronizer": "s",\n  "partyHint": "h"\n}\n');
const execute = placeholderExecuteBody(1);
const withOptions = structuredClone({ ...execute, userId: 'u', minLedgerTime: { time: { Empty: {} } } });
withOptions.partySignatures.signatures[0]?.signatures.push({ signature: 'AA==' });
/** Signed with HMAC, so that every variant of it is the same at each call. */
const token = [
  { alg: 'HS256', kid: 'k' },
  { sub: 'user', exp: 4_000_000_000 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat(Buffer.alloc(32, 'signature').toString('base64url'))
  .join('.');
/** What is sent of each violation. */
const sent = (stem: RequestStem, valid: object) =>
  violations(stem, valid).map(({ text, body: made }) => text ?? JSON.stringify(made));
const digest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

test('seeds, texts and keys are what they were', () => {
  expect({
    seed: seedOf('a', 1),
    text: textFrom(['a', 1], 'abcdefgh', 12),
    submissionId: submissionId(1, 'nonce', 2),
    keys: keySpecs.map((keySpec) => signingKey(keySpec, 'drift').keyData),
  }).toMatchSnapshot();
});

test('the bodies of a seed are what they were', () => {
  expect({
    minimal: minimalGenerateTopology(synchronizer, 1),
    drawn: draw(validGenerateTopology({ synchronizer, participantUids, identity: 'x' }), 1, 3),
    execute: placeholderExecuteBody(1),
    options: draw(executeOptions({ userId: 'u' }), 1, 3),
    pageSizes: pageSizes(50, 1),
    malformed: draw(malformedText(body), 1, 4).map((bytes) => bytes.toString('latin1')),
  }).toMatchSnapshot();
});

test('the names of violations and malformed bodies are what they were', () => {
  expect(violations('generate-topology.request', full).map(nameOf)).toMatchSnapshot();
  expect(
    malformedBodies(body).map((raw) => `${demanded('generate-topology.request', raw)}: ${kindText(raw)}`),
  ).toMatchSnapshot();
});

test('all that is derived from a body is what it was, byte by byte', () => {
  expect({
    generateTopology: digest(sent('generate-topology.request', full)),
    minimalTopology: digest(sent('generate-topology.request', minimalGenerateTopology(synchronizer, 1))),
    executeSubmission: digest(sent('execute-submission.request', execute)),
    executeWithOptions: digest(sent('execute-submission.request', withOptions)),
    executeWithOtherVariant: digest(
      sent('execute-submission.request', { ...execute, deduplicationPeriod: { Empty: {} } }),
    ),
    credentials: digest(altered(token).map((each) => each.token)),
    malformedSpaced: digest(malformedBodies(spaced).map(({ bytes }) => bytes.toString('hex'))),
    malformed: digest(malformedBodies(body).map(({ bytes }) => bytes.toString('hex'))),
    thousandDraws: digest(
      draw(validGenerateTopology({ synchronizer, participantUids, identity: 'x' }), 1, 1000),
    ),
  }).toMatchSnapshot();
});
