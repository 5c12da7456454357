import type { Extent } from '../../generators/extent.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { bodyKeywords, type RawBody } from '../../generators/raw-body.ts';
import { isUnclosed } from '../../generators/unclosed-text.ts';
import type { Violation } from '../../generators/violation.ts';
import { fieldsOf, type RequestStem } from '../../generators/violations.ts';
import { violations } from '../../operations/violations.ts';
import { claimantOf, claimantsOf, type Demand } from '../../requirements/claims.ts';
import { fieldMap, isWithin } from '../../requirements/field-map.ts';
import type { Conductor } from '../../session/conductor.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import type { BatchRequest } from './batch.ts';
import type { Faulty } from './refusals.ts';

/** Turns a schema violation into a request. Its body is written when it is read: most lists are cut to a sample. */
export function fromViolation({ pointer, keyword, body, text, ...kind }: Violation): Faulty {
  return {
    ...kind,
    wrong: { pointer, keyword },
    request: {
      get body() {
        return text === undefined ? jsonBytes(body) : Buffer.from(text);
      },
    },
  };
}

/** Turns a malformed body into a request; the fault is the whole body. */
export function fromRawBody({ keyword, bytes, ...kind }: RawBody): Faulty {
  const hazard = keyword === 'json' && isUnclosed(bytes.toString('utf8'));
  return {
    ...kind,
    wrong: { pointer: '', keyword },
    request: { body: bytes },
    ...(hazard ? { hazard: 'unclosed-text' } : {}),
  };
}

/**
 * How many of the derived requests round `round` of a check sends: everything in a soak, each leniency of the catalogue
 * once in each field otherwise, and a sample in further rounds and at quick effort.
 */
export function extentOf({ effort, seed, operation }: Conductor, round = 0): Extent {
  const amount = effort === 'quick' || round > 0 ? 'sample' : effort === 'soak' ? 'all' : 'usual';
  return { amount, seed: [seed, operation, round].join('/') };
}

/** A sample of the derived requests, for checks that are about other things. */
export function sampleOf({ seed, operation }: Conductor, ...parts: (string | number)[]): Extent {
  return { amount: 'sample', seed: [seed, operation, ...parts].join('/') };
}

/** The violations of a valid body that a requirement claims. */
export function violationsOf(
  stem: RequestStem,
  requirement: string,
  body: unknown,
  extent: Extent,
): Violation[] {
  const rows = fieldMap(stem).filter((row) => row.requirement === requirement);
  const isNear = (place: string): boolean => rows.some(({ pointer }) => isWithin(pointer, place));
  return violations(stem, body, isNear, extent).filter((each) => claimantOf(stem, each) === requirement);
}

/** The bodies derived from a valid one that a requirement claims. */
export function bodiesOf(stem: RequestStem, requirement: string, body: unknown, extent: Extent): RawBody[] {
  const claimed = bodyKeywords.filter((keyword) => claimantOf(stem, { keyword }) === requirement);
  return malformedBodies(jsonBytes(body), extent, claimed, fieldsOf(stem));
}

/** Where requests of all kinds are sent concurrently. */
type SharedTraffic = 'mixed-traffic' | 'soak';

/** The faults that must be rejected, in their order, as cases of the requirements that claim them. */
export function rejectedOf(
  stem: RequestStem,
  faults: readonly Faulty[],
  context?: SharedTraffic,
): BatchRequest[] {
  return faults.flatMap(({ request, ...fault }) => {
    const as = claimantOf(stem, fault.wrong, 'rejected');
    const draft = { ...fault, ...(context === undefined ? {} : { context: [context] }) };
    return as === undefined ? [] : [{ draft: { ...draft, as }, request, needsControl: true }];
  });
}

/** The violations of a valid body that must be rejected. */
export function rejectedViolations(
  stem: RequestStem,
  body: unknown,
  extent: Extent,
  context?: SharedTraffic,
): BatchRequest[] {
  return rejectedOf(stem, violations(stem, body, () => true, extent).map(fromViolation), context);
}

/** The malformed bodies derived from a valid one that must be rejected. */
export function rejectedBodies(
  stem: RequestStem,
  body: unknown,
  extent: Extent,
  context?: SharedTraffic,
): BatchRequest[] {
  return rejectedOf(stem, malformedBodies(jsonBytes(body), extent).map(fromRawBody), context);
}

/** Requirements that claim whole bodies by their encoding or syntax, with this demand. */
export function bodyClaimants(stem: RequestStem, demand: Demand): readonly string[] {
  const claimed = new Set(bodyKeywords.map((keyword) => claimantOf(stem, { keyword }, demand)));
  return claimantsOf(stem, demand).filter((id) => claimed.has(id));
}

/** Requirements that claim schema violations, with this demand. */
export function violationClaimants(stem: RequestStem, demand: Demand): readonly string[] {
  const ofBodies = bodyClaimants(stem, demand);
  return claimantsOf(stem, demand).filter((id) => !ofBodies.includes(id));
}
