import type { Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { type Path, pointerOf, withValue } from '../../generators/json-path.ts';
import { malformedSignatures } from '../../generators/malformed-signatures.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import { samplingOf } from '../shared/body-faults.ts';
import { asRequest, bodyAt } from './bodies.ts';
import { sendRefused } from './refused.ts';

const check = checksOf('execute-submission');

// Ruling 15: an invalid signature must not be executed; a 2xx is only a warning, as acceptance is asynchronous.
test(
  ...check('EX-SIGNATURE-VERIFIED', {
    *cases(run) {
      const rounds = run.effort === 'quick' ? 1 : 4;
      const all = Array.from({ length: rounds }, (_, index) => {
        const { body: valid } = bodyAt(run, index);
        // Whether a malformed signature is rejected depends on nothing else, so one round of them is enough.
        const once = index === 0 ? [...malformed(valid), ...naughtyParts(valid, run)] : [];
        const forged = [...forgeries(valid), ...once];
        return forged.map(({ body, pointer: place, ...each }, at) => {
          const { body: fresh, ...known } = bodyAt(run, index, at);
          const request = asRequest({ ...body, submissionId: fresh.submissionId });
          return { ...each, ...known, wrong: { pointer: place, keyword: 'signature' }, request };
        });
      }).flat();
      yield* sendRefused(run, all);
    },
  }),
);

const pointer = '/partySignatures/signatures/0/signatures/0/signature';

/** The first signature of a body, and the body with others in its place. */
function firstSignature(body: JsonObject) {
  const { partySignatures } = body;
  const entries =
    isObject(partySignatures) && Array.isArray(partySignatures.signatures) ? partySignatures.signatures : [];
  const [entry, ...otherEntries] = entries as unknown[];
  const signatures =
    isObject(entry) && Array.isArray(entry.signatures) ? (entry.signatures as unknown[]) : [];
  const [signature, ...otherSignatures] = signatures;
  if (!isObject(entry) || !isObject(signature) || typeof signature.signature !== 'string') return undefined;
  const withEntry = (changed: JsonObject): JsonObject => ({
    ...body,
    partySignatures: { ...(partySignatures as JsonObject), signatures: [changed, ...otherEntries] },
  });
  return {
    bytes: Buffer.from(signature.signature, 'base64'),
    text: signature.signature,
    algorithm: String(signature.signingAlgorithmSpec),
    entry,
    withEntry,
    withSignature: (value: Buffer) =>
      withEntry({
        ...entry,
        signatures: [{ ...signature, signature: value.toString('base64') }, ...otherSignatures],
      }),
  };
}

/** The body with its first signature altered in one byte, made up, or attributed to an unknown party. */
function forgeries(body: JsonObject) {
  const first = firstSignature(body);
  if (first === undefined) return [];
  const { bytes, text, entry, withEntry, withSignature } = first;
  // The submissionId differs in every run.
  const drawn = ['forged', text, String(body.submissionId)];
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  return [
    { kind: 'first-byte-of-the-signature-changed', pointer, body: withSignature(flipped(0)) },
    { kind: 'last-byte-of-the-signature-changed', pointer, body: withSignature(flipped(bytes.length - 1)) },
    {
      kind: 'signature-of-random-bytes',
      pointer,
      body: withSignature(bytesFrom(drawn, bytes.length)),
    },
    {
      kind: 'signature-of-an-unknown-party',
      pointer: '/partySignatures/signatures/0/party',
      body: withEntry({
        ...entry,
        party: `${textFrom(drawn, 'abcdefghijklmnopqrstuvwxyz', 7)}-${String(entry.party)}`,
      }),
    },
  ];
}

/** The body with a signature that verifies under no key. */
function malformed(body: JsonObject) {
  const first = firstSignature(body);
  if (first === undefined) return [];
  return Object.entries(malformedSignatures(first.bytes, first.algorithm)).map(([kind, bytes]) => ({
    kind,
    pointer,
    body: first.withSignature(bytes),
  }));
}

/** The body with strings that break software in place of the party, the signature and its key. */
function naughtyParts(body: JsonObject, run: Run) {
  const entry = ['partySignatures', 'signatures', 0];
  const places: readonly Path[] = [
    [...entry, 'party'],
    [...entry, 'signatures', 0, 'signature'],
    [...entry, 'signatures', 0, 'signedBy'],
  ];
  const { amount, seed } = samplingOf(run);
  return places.flatMap((path) =>
    naughtyStrings({ amount, seed: `${seed}/${path.join('/')}` }, (text) => text.trim() !== '').map(
      ({ name, value }) => ({
        kind: 'naughty-string',
        detail: name,
        pointer: pointerOf(path),
        body: withValue(body, path, value) as JsonObject,
      }),
    ),
  );
}
