import { bytesFrom } from '../../generators/seeding.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import type { Check } from '../../session/check.ts';
import { createCheck } from '../conduct/check.ts';
import { asRequest, bodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';

/** Ruling 15: an invalid signature must not be executed; a 2xx is only a warning, as acceptance is asynchronous. */
export const signatureChecks: readonly Check[] = [
  createCheck('execute-submission', 'EX-SIGNATURE-VERIFIED', async (conductor) => {
    const rounds = conductor.effort === 'quick' ? 1 : 4;
    const all = Array.from({ length: rounds }, (_, index) =>
      forgeries(bodyAt(conductor, index).body).map(({ kind, pointer, body }, at) => {
        const { body: fresh, ...known } = bodyAt(conductor, index, at);
        const wrong = { pointer, keyword: 'signature' };
        return { kind, wrong, request: asRequest({ ...body, submissionId: fresh.submissionId }), ...known };
      }),
    ).flat();
    await conductRefused(conductor, all);
  }),
];

interface Forgery {
  readonly kind: string;
  readonly pointer: string;
  readonly body: JsonObject;
}

/** The body with its first signature altered in one byte, made up, or attributed to an unknown party. */
function forgeries(body: JsonObject): Forgery[] {
  const { partySignatures } = body;
  const entries =
    isObject(partySignatures) && Array.isArray(partySignatures.signatures) ? partySignatures.signatures : [];
  const [entry, ...otherEntries] = entries as unknown[];
  const signatures =
    isObject(entry) && Array.isArray(entry.signatures) ? (entry.signatures as unknown[]) : [];
  const [signature, ...otherSignatures] = signatures;
  if (!isObject(entry) || !isObject(signature) || typeof signature.signature !== 'string') return [];
  const bytes = Buffer.from(signature.signature, 'base64');
  const withEntry = (changed: JsonObject): JsonObject => ({
    ...body,
    partySignatures: { ...(partySignatures as JsonObject), signatures: [changed, ...otherEntries] },
  });
  const withSignature = (value: Buffer): JsonObject =>
    withEntry({
      ...entry,
      signatures: [{ ...signature, signature: value.toString('base64') }, ...otherSignatures],
    });
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const pointer = '/partySignatures/signatures/0/signatures/0/signature';
  return [
    { kind: 'first-byte-of-the-signature-changed', pointer, body: withSignature(flipped(0)) },
    { kind: 'last-byte-of-the-signature-changed', pointer, body: withSignature(flipped(bytes.length - 1)) },
    {
      kind: 'signature-of-random-bytes',
      pointer,
      body: withSignature(bytesFrom(['forged', signature.signature], bytes.length)),
    },
    {
      kind: 'signature-of-an-unknown-party',
      pointer: '/partySignatures/signatures/0/party',
      body: withEntry({ ...entry, party: `unknown-${String(entry.party)}` }),
    },
  ];
}
