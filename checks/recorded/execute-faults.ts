import { isObject, valueAt } from '../../generators/json-path.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { type Fault, fault } from './fault.ts';

/** What a schema cannot say of an execute body: parties, other variants, other schemes (ruling 14). */
export function executeFaults(body: JsonObject): Fault[] {
  return [...partyFaults(body), ...variantFaults(body), ...nameFaults(body)];
}

function partyFaults(body: JsonObject): Fault[] {
  const entries = valueAt(body, ['partySignatures', 'signatures']);
  const parties = (Array.isArray(entries) ? entries : [])
    .map((entry) => (isObject(entry) ? entry.party : undefined))
    .filter((party) => typeof party === 'string');
  const pointer = '/partySignatures/signatures';
  if (new Set(parties).size > 1)
    return [fault('EX-SINGLE-PARTY', pointer, 'party-count', 'two different parties')];
  return parties.length > 1
    ? [fault('EX-OPEN-PARTY-TWICE', pointer, 'party-count', 'the same party twice')]
    : [];
}

/** The shown variant of minLedgerTime.time is Empty, an empty object. */
function variantFaults(body: JsonObject): Fault[] {
  const time = valueAt(body, ['minLedgerTime', 'time']);
  if (!isObject(time)) return [];
  const isShown =
    Object.keys(time).join() === 'Empty' && isObject(time.Empty) && Object.keys(time.Empty).length === 0;
  return isShown ? [] : [fault('EX-OPEN-MINLEDGERTIME-VARIANTS', '/minLedgerTime/time', 'one-of')];
}

const openSchemes: Readonly<Record<string, string>> = {
  HASHING_SCHEME_VERSION_UNSPECIFIED: 'EX-OPEN-HASHINGSCHEME-UNSPECIFIED',
  HASHING_SCHEME_VERSION_V3: 'EX-OPEN-HASHINGSCHEME-V3',
};

function nameFaults({ hashingSchemeVersion: scheme, submissionId }: JsonObject): Fault[] {
  const open =
    typeof scheme === 'string' && Object.hasOwn(openSchemes, scheme) ? openSchemes[scheme] : undefined;
  const hasFullStop = typeof submissionId === 'string' && submissionId.includes('.');
  return [
    ...(open === undefined ? [] : [fault(open, '/hashingSchemeVersion', 'hashing-scheme')]),
    ...(hasFullStop ? [fault('EX-OPEN-SUBMISSIONID-DOT', '/submissionId', 'full-stop')] : []),
  ];
}
