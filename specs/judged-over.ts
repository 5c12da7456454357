import type { Check } from '../engine/check.ts';
import { drawnKinds } from '../engine/draw-style.ts';
import { type CircumstanceKind, circumstanceKinds } from '../journal/circumstances.ts';
import { definitionOf } from '../operations/operations.ts';
import { requirement as entry } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import { allChecks } from './all.ts';

/**
 * The circumstances over which a requirement is judged on an operation at `standard` effort: those that are drawn for the
 * requests of its check, and those that the check declares. What is judged on every answer of a kind has those of all checks.
 */
export function judgedOver(requirement: string, operation: Operation): readonly CircumstanceKind[] {
  const all = allChecks.filter((check) => check.operation === operation);
  const some = isOfEveryAnswer(requirement, operation)
    ? all
    : all.filter((check) => check.requirement === requirement);
  const covered = new Set(some.flatMap(coveredBy));
  return circumstanceKinds.filter((kind) => covered.has(kind));
}

function coveredBy({ operation, isUndrawn, over = [] }: Check): readonly CircumstanceKind[] {
  const hasBody = definitionOf(operation).input === 'body';
  const drawn = drawnKinds.filter((kind) => kind !== 'framing' || hasBody);
  return isUndrawn === true ? over : [...drawn, ...over];
}

/** It is about successes, failures, or members of either, whichever check they are from. */
function isOfEveryAnswer(requirement: string, operation: Operation): boolean {
  const { success, failure } = definitionOf(operation);
  const of = entry(requirement).subject?.schema;
  const answered = [`${operation}.response`, success.entries?.schema, 'error'];
  return [success.requirement, failure.requirement].includes(requirement) || answered.includes(of ?? '');
}
