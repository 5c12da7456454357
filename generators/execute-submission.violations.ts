import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../json/read-json.ts';
import { valueAt, withValue } from './json-path.ts';
import { textFrom } from './seeding.ts';
import { twoFieldsMissing, type Violation } from './violation.ts';
import { inOtherCase } from './written-otherwise.ts';

const parties = ['partySignatures', 'signatures'];

// The name of another party, in the same format if the name has one. The submissionId makes it another one in each request.
function otherParty(name: unknown, body: unknown, which: string): string {
  const id = valueAt(body, ['submissionId']);
  const drawnFrom = typeof id === 'string' ? id : JSON.stringify(id ?? null);
  const prefix = textFrom(['other-party', drawnFrom, which], 'abcdefghijklmnopqrstuvwxyz', 6);
  return typeof name === 'string' && name !== '' ? `${prefix}-${name}` : prefix;
}

/** What careless comparisons take for the same party. */
function nearlySame(party: string): Record<string, string> {
  return {
    'the-same-party-in-other-case': inOtherCase(party),
    'the-same-party-with-a-blank-behind': `${party} `,
    'the-same-party-with-text-behind': `${party}0`,
    'the-same-name-with-another-fingerprint': party.replace(/[0-9a-f]$/, (digit) =>
      digit === '0' ? '1' : '0',
    ),
  };
}

function moreParties(body: unknown): Violation[] {
  const entries = valueAt(body, parties);
  const [first] = Array.isArray(entries) ? entries : [];
  if (!Array.isArray(entries) || !isObject(first)) return [];
  const pointer = '/partySignatures/signatures';
  const last = `${pointer}/${entries.length}`;
  const withEntries = (kind: string, at: string, changed: readonly unknown[]): Violation => ({
    kind,
    pointer: at,
    keyword: 'party-count',
    body: withValue(body, parties, changed),
  });
  const other = { ...first, party: otherParty(first.party, body, 'other') };
  const nearly = typeof first.party === 'string' ? nearlySame(first.party) : {};
  const third = { ...first, party: otherParty(first.party, body, 'third') };
  return [
    withEntries('two-different-parties', last, [...entries, other]),
    withEntries('three-different-parties', pointer, [...entries, other, third]),
    withEntries('another-party-in-front', pointer, [other, ...entries]),
    withEntries('another-party-behind-ten-of-the-same', pointer, [...Array(10).fill(first), other]),
    ...Object.entries(nearly)
      .filter(([, party]) => party !== first.party)
      .map(([kind, party]) => withEntries(kind, last, [...entries, { ...first, party }])),
    {
      ...withEntries(twoFieldsMissing, `${pointer}/0/signatures`, [{}, ...entries.slice(1)]),
      detail: 'party missing',
      keyword: 'required',
    },
    { ...withEntries('the-same-party-twice', last, [...entries, first]), keyword: 'same-party' },
  ];
}

const variants: Record<string, readonly unknown[]> = {
  deduplicationPeriod: [
    { Empty: {} },
    { DeduplicationOffset: { value: 1 } },
    { DeduplicationDuration: { value: {} } },
    // Beyond int64, and below zero: open, but the failure has its form.
    { DeduplicationDuration: { value: { seconds: 1e20, nanos: 0 } } },
    { DeduplicationDuration: { value: { seconds: -1e20, nanos: -1 } } },
    { Unknown: {} },
    { DeduplicationOffset: { value: -1 } },
  ],
  minLedgerTime: [
    { time: {} },
    { time: { MinLedgerTimeAbs: { value: '2020-01-01T00:00:00Z' } } },
    { time: { MinLedgerTimeAbs: { value: '2020-13-45T99:99:99Z' } } },
    { time: { MinLedgerTimeRel: { value: { seconds: 0, nanos: 0 } } } },
    { time: { Unknown: {} } },
  ],
};

const unequal = (values: readonly unknown[], value: unknown) =>
  values.filter((other) => !isDeepStrictEqual(other, value));

function otherVariants(body: unknown): Violation[] {
  return Object.entries(variants).flatMap(([field, values]) =>
    // The variant of the valid body itself is skipped.
    unequal(values, valueAt(body, [field])).map((value) => ({
      kind: 'other-variant',
      detail: JSON.stringify(value),
      pointer: `/${field}`,
      keyword: 'one-of',
      body: withValue(body, [field], value),
    })),
  );
}

/** The keyword of a violation that uses this hashing scheme; UNSPECIFIED has its own. */
export function schemeKeyword(name: string): string {
  return name === 'HASHING_SCHEME_VERSION_UNSPECIFIED' ? 'hashing-scheme-unspecified' : 'hashing-scheme';
}

function otherSchemes(body: unknown): Violation[] {
  return ['UNSPECIFIED', 'V2', 'V3']
    .map((version) => `HASHING_SCHEME_VERSION_${version}`)
    .filter((name) => name !== valueAt(body, ['hashingSchemeVersion']))
    .map((name) => ({
      kind: 'other-scheme',
      detail: name,
      pointer: '/hashingSchemeVersion',
      keyword: schemeKeyword(name),
      body: withValue(body, ['hashingSchemeVersion'], name),
    }));
}

function withFullStop(id: unknown): string {
  const text = typeof id === 'string' && id !== '' ? id : 'submission';
  return `${text.slice(0, text.length >> 1)}.${text.slice(text.length >> 1)}`;
}

function fullStop(body: unknown): Violation[] {
  return [
    {
      kind: 'full-stop',
      pointer: '/submissionId',
      keyword: 'full-stop',
      body: withValue(body, ['submissionId'], withFullStop(valueAt(body, ['submissionId']))),
    },
  ];
}

/**
 * The violation with its own submissionId, because each attempt of a submission needs one (ruling 14). A violation of
 * the submissionId itself, or without one, is returned unchanged.
 */
export function underSubmissionId(violation: Violation, id: string): Violation {
  const former = valueAt(violation.body, ['submissionId']);
  if (violation.pointer === '/submissionId' || typeof former !== 'string') return violation;
  const member = (value: unknown) => `"submissionId":${JSON.stringify(value)}`;
  const body = withValue(violation.body, ['submissionId'], id);
  if (violation.text === undefined) return { ...violation, body };
  return { ...violation, body, text: violation.text.replace(member(former), () => member(id)) };
}

/** Violations of an execute body that JSON Schema cannot express: more parties, other variants, other schemes. */
export function executeViolations(body: unknown): Violation[] {
  return [...moreParties(body), ...otherVariants(body), ...otherSchemes(body), ...fullStop(body)];
}
