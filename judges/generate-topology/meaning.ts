import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, shown } from '../../json/read-json.ts';
import { readEntry } from './wrapper.ts';

const operation = 'generate-topology';

/** Compares an answer with its request: hint and fingerprint in the party id, form of entries (rulings 7, 10). */
export function judgeMeaning(sink: Sink, request: unknown, body: JsonObject, exchange: string): void {
  const { partyId, publicKeyFingerprint: fingerprint } = body;
  const hint = isObject(request) ? request.partyHint : undefined;
  if (typeof partyId === 'string') {
    if (isComparableHint(hint)) contains(sink, { part: 'hint', value: hint }, partyId, exchange);
    if (typeof fingerprint === 'string') {
      contains(sink, { part: 'fingerprint', value: fingerprint }, partyId, exchange);
    }
    if (typeof hint === 'string' && typeof fingerprint === 'string')
      observePartyId(sink, partyId, hint, fingerprint);
  }
  if (Array.isArray(body.topologyTransactions)) judgeEntries(sink, body.topologyTransactions, exchange);
}

/**
 * Whether the target accepts an unusual hint is open (rulings 11 and 13); if it does, the party id contains it as it is
 * (ruling 7). What becomes of a lone surrogate is open (ruling 12), and every party id contains an empty hint.
 */
function isComparableHint(hint: unknown): hint is string {
  return typeof hint === 'string' && hint !== '' && !/\p{Surrogate}/u.test(hint);
}

/** @param value the part that a partyId must contain */
function contains(
  sink: Sink,
  { part, value }: { readonly part: 'hint' | 'fingerprint'; readonly value: string },
  partyId: string,
  exchange: string,
): void {
  const requirement = part === 'hint' ? 'GT-PARTYID-HINT' : 'GT-PARTYID-FINGERPRINT';
  sink.judged(requirement);
  // Every text contains the empty one, so an empty fingerprint proves nothing.
  if (value !== '' && partyId.includes(value)) return;
  sink.finding({
    requirement,
    operation,
    kind: 'party-id-lacks',
    parameters: { part },
    pointer: '/partyId',
    here: shown(value),
    actual: shown(partyId),
    exchanges: [exchange],
  });
}

function observePartyId(sink: Sink, partyId: string, hint: string, fingerprint: string): void {
  const shape = partyId.replace(fingerprint, '<fingerprint>').replace(hint, '<hint>');
  if (shape.length < 60) sink.observe('GT-OPEN-PARTYID-FORM', operation, shape);
  const form = /^[0-9a-f]+$/.test(fingerprint) ? `lower-case hex, ${fingerprint.length} characters` : 'other';
  sink.observe('GT-OPEN-FINGERPRINT-FORM', operation, form);
}

function judgeEntries(sink: Sink, entries: readonly unknown[], exchange: string): void {
  sink.observe('GT-OPEN-ENTRY-COUNT', operation, String(entries.length));
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'string' || entry === '') continue;
    const reading = readEntry(entry);
    sink.judged('GT-ENTRY-WRAPPER');
    if (reading.kind === 'wrapper') {
      sink.observe('GT-OPEN-ENTRY-ENCODING', operation, `${reading.encoding}, version ${reading.version}`);
    } else if (reading.kind === 'undecoded') {
      sink.observe('GT-OPEN-ENTRY-ENCODING', operation, 'neither base64 nor base64url nor hex');
    } else {
      sink.finding({
        requirement: 'GT-ENTRY-WRAPPER',
        operation,
        kind: 'entry-not-wrapped',
        parameters: { index, encodings: reading.encodings },
        pointer: `/topologyTransactions/${index}`,
        actual: shown(entry),
        exchanges: [exchange],
      });
    }
  }
}
