import type { Judgement } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { definitionOf } from '../../operations/operations.ts';
import { witnessedAnswers } from '../../profiles/profile.ts';
import { isTurnedAway } from '../../wire/retry.ts';
import type { JudgeContext } from '../judge.ts';
import { succeeded } from './answer-kind.ts';
import { type FinalAttempt, roleOf } from './final-attempts.ts';
import { invalidInputOf } from './invalid-input.ts';

/**
 * Ruling 14: a body may be usable only once. If it was already accepted, a 409 proves nothing; nor does a 409 to a
 * retry, because the lost first answer may have been the acceptance.
 */
export function isNoEvidence(record: CaseRecord, { answer, attempts }: FinalAttempt): boolean {
  if (definitionOf(record.operation).validControl !== 'last' || answer?.status !== 409) return false;
  return record.facts.accepted === true || attempts.some(({ exchange }) => exchange.failure !== undefined);
}

/** Whether the request succeeds without its fault, as far as this case shows (ruling 25). */
export function controlOutcome(
  record: CaseRecord,
  context: JudgeContext,
  all: readonly FinalAttempt[],
): Judgement['control'] {
  const { operation, facts } = record;
  const probes = all.filter((final) => roleOf(final) === 'probe');
  const at = invalidInputOf(record.wrong, probes[0]?.last.exchange.request.body ?? Buffer.alloc(0));
  const allowed = witnessedAnswers(context.profile, context.requirement, operation, at);
  if (allowed?.includes('success') === true) {
    // A used body may be accepted again later; then the repeat shows it.
    const tried = all.filter((final) => ['probe', 'repeat'].includes(roleOf(final)));
    const telling = tried.filter((final) => !isNoEvidence(record, final));
    const answers = telling.flatMap((final) => final.answer ?? []);
    if (answers.length === 0) return 'none';
    return answers.every((answer) => succeeded(operation, answer)) ? 'succeeded' : 'failed';
  }
  if (probes.some((probe) => isNoEvidence(record, probe))) return 'none';
  const sent = all.filter((final) => roleOf(final) === 'control');
  // Beside others, a control that was rejected as one too many says only that the target was busy (ruling 46).
  const met = sent.filter(({ answer, last }) => answer !== undefined || !isTurnedAway(last.exchange));
  const controls = met.some(({ answer }) => answer !== undefined) ? met : sent;
  if (definitionOf(operation).validControl === 'last' || facts.body === 'placeholder') {
    if (facts.body !== 'placeholder') return 'pending';
    const told = controls.some(
      (control) => control.answer !== undefined && ![401, 403].includes(control.answer.status),
    );
    return record.credential === 'valid' ? 'none' : told ? 'succeeded' : 'failed';
  }
  if (controls.length === 0) return 'none';
  return controls.every((control) => control.answer !== undefined && succeeded(operation, control.answer))
    ? 'succeeded'
    : 'failed';
}
