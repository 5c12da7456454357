import type { Case, Run } from '../../engine/check.ts';
import { jsonBytes } from '../../engine/plain-request.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { bodyKeywords, type RawBody } from '../../generators/raw-body.ts';
import type { Sampling } from '../../generators/sampling.ts';
import { isUnclosed } from '../../generators/unclosed-text.ts';
import type { Violation } from '../../generators/violation.ts';
import { fieldsOf, type RequestStem } from '../../generators/violations.ts';
import { violations } from '../../operations/violations.ts';
import { fieldMap, isWithin } from '../../requirements/field-map.ts';
import { requirementFor } from '../../requirements/requirement-for.ts';

/** Turns a schema violation into a request. Its body is written when it is read: most lists are cut to a sample. */
export function fromViolation({ pointer, keyword, body, text, query, ...kind }: Violation): Case {
  return {
    ...kind,
    wrong: { pointer, keyword },
    request: {
      get body() {
        return text === undefined ? jsonBytes(body) : Buffer.from(text);
      },
      ...(query === undefined ? {} : { query }),
    },
  };
}

/** Turns a malformed body into a request; the fault is the whole body. */
export function fromRawBody({ keyword, bytes, ...kind }: RawBody): Case {
  const mayHang = keyword === 'json' && isUnclosed(bytes.toString('utf8'));
  return {
    ...kind,
    wrong: { pointer: '', keyword },
    request: { body: bytes },
    ...(mayHang ? { mayHang } : {}),
  };
}

/** An empty body is also sent without Content-Length. */
export function fromRawBodies(bodies: readonly RawBody[]): Case[] {
  const written = { isWithoutLength: true } as const;
  return bodies.flatMap((each) => {
    const one = fromRawBody(each);
    const bare = { ...one, detail: 'without-a-length', request: { ...one.request, written } };
    return each.bytes.length === 0 ? [one, bare] : [one];
  });
}

/**
 * How many of the derived requests round `round` of a check sends: everything in a soak, each leniency of the catalogue
 * once in each field otherwise, and a sample in further rounds and at quick effort.
 */
export function samplingOf({ effort, seed, operation }: Run, round = 0): Sampling {
  const amount = effort === 'quick' || round > 0 ? 'sample' : effort === 'soak' ? 'all' : 'usual';
  return { amount, seed: [seed, operation, round].join('/') };
}

/** A sample of the derived requests, for checks that are about other things. */
export function sampleOf({ seed, operation }: Run, ...parts: (string | number)[]): Sampling {
  return { amount: 'sample', seed: [seed, operation, ...parts].join('/') };
}

/** The violations of a valid body that a requirement claims. */
export function violationsOf(
  stem: RequestStem,
  requirement: string,
  body: unknown,
  sampling: Sampling,
): Violation[] {
  const rows = fieldMap(stem).filter((row) => row.requirement === requirement);
  const isNear = (place: string): boolean => rows.some(({ pointer }) => isWithin(pointer, place));
  return violations(stem, body, isNear, sampling).filter(
    (each) => requirementFor(stem, each) === requirement,
  );
}

const plainKinds = [
  'missing',
  'null',
  'empty',
  'out-of-bounds',
  'wrong-type',
  'unknown-name',
  'no-ledger-string',
  'two-different-parties',
];

/** The first of each of the plainest kinds of faults. */
export function ofPlainKinds<T extends { readonly kind: string }>(all: readonly T[]): T[] {
  return plainKinds.flatMap((kind) => all.find((each) => each.kind === kind) ?? []);
}

/** Whether a requirement claims whole bodies, by their encoding or syntax. */
export function isOfBodies(stem: RequestStem, requirement: string): boolean {
  return bodyKeywords.some((keyword) => requirementFor(stem, { keyword }) === requirement);
}

/** The bodies derived from a valid one that a requirement claims. */
export function bodiesOf(
  stem: RequestStem,
  requirement: string,
  body: unknown,
  sampling: Sampling,
): RawBody[] {
  const claimed = bodyKeywords.filter((keyword) => requirementFor(stem, { keyword }) === requirement);
  return malformedBodies(jsonBytes(body), sampling, claimed, fieldsOf(stem));
}

/** The faults that must be rejected, in their order, as cases of the requirements that claim them. */
export function rejectedOf(stem: RequestStem, faults: readonly Case[]): Case[] {
  return faults.flatMap((each): Case[] => {
    const as = each.wrong === undefined ? undefined : requirementFor(stem, each.wrong, 'rejected');
    return as === undefined ? [] : [{ ...each, as, expected: 'rejection' }];
  });
}

/** The violations of a valid body that must be rejected. */
export function rejectedViolations(stem: RequestStem, body: unknown, sampling: Sampling): Case[] {
  return rejectedOf(stem, violations(stem, body, () => true, sampling).map(fromViolation));
}

/** The malformed bodies derived from a valid one that must be rejected. */
export function rejectedBodies(stem: RequestStem, body: unknown, sampling: Sampling): Case[] {
  return rejectedOf(stem, malformedBodies(jsonBytes(body), sampling).map(fromRawBody));
}
