import { allowedAnswers, answersEntry, levelOf, type Profile } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { AnswerKind, Operation, Requirement } from '../../requirements/requirement.ts';
import { invalidInputOf } from '../answers/invalid-input.ts';
import { isAmbiguous, type RecordedFault } from './fault.ts';

/** The request with the faults, and the profile that says what they allow. */
interface RequestUnderProfile {
  readonly operation: Operation;
  readonly profile: Profile;
  readonly body: Buffer;
}

/** What a single fault allows under a profile; undefined if any answer is allowed (ruling 23). */
function allowedBy(
  fault: RecordedFault,
  { operation, profile, body }: RequestUnderProfile,
): readonly AnswerKind[] | undefined {
  const requirement = entry(fault.requirement);
  const { answers } = fault;
  return allowedAnswers(
    profile,
    answers === undefined ? requirement : { ...requirement, answers },
    operation,
    invalidInputOf(fault.wrong, body),
  );
}

/**
 * The answers allowed for a request with several faults: a success if every fault allows it, and any rejection that one
 * of them allows, because the order of validation is not documented. Undefined if any answer is allowed.
 */
export function allowedTogether(
  faults: readonly RecordedFault[],
  request: RequestUnderProfile,
): readonly AnswerKind[] | undefined {
  const each = faults.map((fault) => allowedBy(fault, request));
  const known = each.filter((allowed) => allowed !== undefined);
  if (known.length < each.length) return undefined;
  const kinds = new Set(known.flat());
  if (known.some((allowed) => !allowed.includes('success'))) kinds.delete('success');
  return [...kinds];
}

/** The fault to report: the first that must be rejected, otherwise the most specific about the body. */
export function blamed(
  faults: readonly RecordedFault[],
  request: RequestUnderProfile,
): RecordedFault | undefined {
  const { profile, operation } = request;
  const refused = faults.filter((fault) => allowedBy(fault, request)?.includes('success') === false);
  const strict = refused.find((fault) => levelOf(profile, entry(fault.requirement), operation) === 'MUST');
  return strict ?? refused[0] ?? faults.find(isAmbiguous) ?? faults[0];
}

/** The profile entry that allows an answer for one of the faults; used for its reason and source. */
function entryOf(faults: readonly RecordedFault[], { operation, profile, body }: RequestUnderProfile) {
  return faults
    .map(({ requirement, wrong }) =>
      answersEntry(profile, requirement, operation, invalidInputOf(wrong, body)),
    )
    .find((found) => found !== undefined);
}

/** The requirement with the answers of all faults together in place of its own, including deviations of the profile. */
export function withAnswers(
  requirement: Requirement,
  faults: readonly RecordedFault[],
  request: RequestUnderProfile,
): { readonly requirement: Requirement; readonly profile: Profile } {
  const { operation, profile } = request;
  const answers = faults.length === 0 ? undefined : allowedTogether(faults, request);
  if (answers === undefined) return { requirement, profile };
  const { reason = '', source = '' } = entryOf(faults, request) ?? {};
  const deviation = {
    requirement: requirement.id,
    operations: [operation],
    answers,
    level: levelOf(profile, requirement, operation),
    reason,
    source,
  };
  return { requirement, profile: { ...profile, deviations: [deviation, ...profile.deviations] } };
}
