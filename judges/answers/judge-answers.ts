import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { caseLabel, isShrunk, ofShrunkBatch, ofSmallest } from '../../journal/case-line.ts';
import { collect, type Judgement, type Sink } from '../../journal/judgement.ts';
import { limitReasons, reasonOf } from '../../journal/reason.ts';
import type { Attempt, CaseRecord } from '../../journal/record.ts';
import { formsText } from '../../journal/text/finding-texts.ts';
import { readObject } from '../../json/read-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import { defectOf } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { AnswerKind, Operation } from '../../requirements/requirement.ts';
import { type Answer, bodyOf, headerValue } from '../../wire/exchange.ts';
import { isBusy } from '../../wire/retry.ts';
import { wasRefusedForItsEnd } from '../../wire/token-end.ts';
import { judgesOf } from '../by-operation.ts';
import type { Judge, JudgeContext } from '../judge.ts';
import { judgePinned } from '../pinned/judge-pinned.ts';
import { answerKind, named } from './answer-kind.ts';
import { controlOutcome, isNoEvidence } from './control.ts';
import { type Expected, expectedOf, promiseOf } from './expected.ts';
import type { Origin } from './fields.ts';
import { type FinalAttempt, finalAttempts, limitOf, resolutionOf, whyShutOut } from './final-attempts.ts';
import { isUnambiguous } from './invalid-input.ts';
import { judgeErrorObject, judgeSuccess, judgeText, observeSuccess } from './judge-forms.ts';
import { judgeSoundPractice } from './sound-practice.ts';

/** Judges kind and form of each final answer of a case on its own. Relations between answers are judged elsewhere. */
export const judgeAnswers: Judge = (record, context) => collect((sink) => judgeInto(sink, record, context));

/** Does the same with a sink that another judge also writes to. */
export function judgeInto(sink: Sink, record: CaseRecord, context: JudgeContext): Judgement['control'] {
  const all = finalAttempts(record);
  for (const final of all) {
    sink.judged('HTTP-STABLE');
    for (const { exchange } of final.attempts) observeRateLimit(sink, record.operation, exchange.answer);
    if (final.answer !== undefined && final.attempts.some(isLost)) sink.recovered(1);
    const expected = expectedOf(record, context, final);
    const sent = { record, expected, final };
    if (final.answer === undefined) judgeUnanswered(sink, sent, all);
    else if (!(isOfValid(sent) && wasRefusedForItsEnd(final.last.exchange)))
      judgeOne(sink, sent, final.answer);
  }
  return controlOutcome(record, context, all);
}

/** Whether a request carried a valid credential. */
function isOfValid({ record, expected }: Pick<Sent, 'record' | 'expected'>): boolean {
  return !expected.probe || record.credential === 'valid';
}

/** Whether an attempt got no answer, or a 408 after which the request was sent again. */
function isLost({ exchange: { failure, answer } }: Attempt, index: number, all: readonly Attempt[]): boolean {
  if (failure !== undefined) return failure.kind !== 'refused';
  return answer?.status === 408 && index < all.length - 1;
}

function observeRateLimit(sink: Sink, operation: Operation, answer: Answer | undefined): void {
  if (answer?.status !== 429) return;
  const asked = headerValue(answer.headers, 'retry-after') === undefined ? 'without' : 'with';
  sink.observe('HTTP-OPEN-RATE-LIMIT', operation, `429 ${asked} Retry-After`);
}

/** A request of a case and what is expected of it. */
interface Sent {
  readonly record: CaseRecord;
  readonly expected: Expected;
  readonly final: FinalAttempt;
}

function judgeUnanswered(sink: Sink, sent: Sent, all: readonly FinalAttempt[]): void {
  const { record, expected, final } = sent;
  const { answer, failure } = final.last.exchange;
  // The suite broke it off itself, so no response is owed.
  if (failure?.kind === 'broken-off') return;
  const exchanges = final.attempts.map((attempt) => attempt.exchange.id);
  const busy = failure === undefined && answer !== undefined && isBusy(answer);
  const sort = resolutionOf(all, final);
  const shutOut = answer !== undefined || sort === 'unresolved' ? whyShutOut(record, answer) : undefined;
  const limit = limitOf(all, final);
  if (shutOut !== undefined && sort !== 'recovered' && sort !== 'reported') sink.undecided(record, shutOut);
  if (shutOut !== undefined || (sort === 'reported' && limit === undefined)) return;
  if (sort === 'recovered') {
    if (failure !== undefined && failure.kind !== 'refused') sink.recovered(1);
  } else if (limit !== undefined) {
    if (expected.allowed === undefined) observeNoAnswer(sink, sent);
    sink.unanswered({ operation: record.operation, kind: limit, wellFormed: false, exchanges });
    sink.undecided(record, reasonOf(limitReasons[limit]));
  } else if (sort === 'unresolved') {
    if (expected.allowed === undefined && !busy) observeNoAnswer(sink, sent);
    const wellFormed = busy && isWellFormedError(record.operation, answer);
    sink.unanswered({
      operation: record.operation,
      kind: busy ? 'busy' : (failure?.kind ?? 'closed'),
      wellFormed,
      exchanges,
    });
    if (busy) sink.undecided(record, reasonOf('turned-away'));
  } else if (busy) {
    judgeOne(sink, sent, answer);
  } else if (expected.allowed === undefined) {
    // Limits are not documented: closing the connection is one way to enforce them (ruling 23).
    observeNoAnswer(sink, sent);
  } else {
    const owed = expected.level !== 'OPEN' && expected.allowed.includes('success');
    const { id } = owed ? expected.requirement : entry(formRequirement(record.operation, expected));
    sink.judged(id);
    sink.finding({
      requirement: id,
      operation: record.operation,
      kind: 'request-unanswered',
      ...shrunkIn(record),
      actual: failure?.message ?? 'no answer',
      exchanges,
    });
  }
}

function observeNoAnswer(sink: Sink, { record, expected, final }: Sent): void {
  const kind = final.last.exchange.failure?.kind ?? 'closed';
  sink.observe(expected.requirement.id, record.operation, `${caseLabel(record)}: no answer (${kind})`);
}

function isWellFormedError(operation: Operation, answer: Answer): boolean {
  if (answerKind(answer) !== 'error-object') return false;
  return (
    collect((sink) => {
      judgeErrorObject(sink, { operation, exchange: '' }, answer);
      return 'none';
    }).findings.length === 0
  );
}

function judgeOne(sink: Sink, sent: Sent, answer: Answer): void {
  const { record, expected, final } = sent;
  const { requirement, allowed, probe } = expected;
  const { operation } = record;
  const { exchange } = final.last;
  const kind = answerKind(answer);
  const origin = { operation, exchange: exchange.id };
  const credential = probe ? record.credential : 'valid';
  const purpose = { requirement: requirement.id, operation, credential, at: expected.at };
  judgePinned(sink, expected.profile, purpose, exchange);
  if (probe && requirement.level === 'OPEN')
    sink.observe(requirement.id, operation, `${caseLabel(record)}: ${named(answer)}`);
  if (probe && record.credential !== 'valid' && kind !== 'accepted') {
    sink.observe('AUTH-OPEN-STATUS', operation, `${record.credential}: ${answer.status}`);
  }
  if (kind !== 'accepted')
    sink.observe('ERR-OPEN-CONDITIONS', operation, `${requirement.id}: ${answer.status}`);
  if (allowed === undefined) return;
  if (kind === 'accepted') {
    judgeAccepted(sink, { ...sent, allowed }, answer);
    return;
  }
  const isDefect = observeDefect(sink, operation, expected, answer);
  // If a profile pins which failures are server errors, the profile's own entries judge them.
  const isPinned = expected.profile.pinned?.some((each) => each.requirement === 'ERR-NO-5XX') === true;
  const merelyWrong = expected.merelyWrong && !onlyText(allowed) && !isDefect && !isPinned;
  judgeSoundPractice(sink, origin, answer, merelyWrong);
  const refusable = allowed.some((each) => each !== 'success');
  judgeForm(sink, origin, expected, answer);
  if (isNoEvidence(record, final) || (probe && record.facts.unshown === true)) return;
  // What was made of a token that has ended is refused for that (ruling 42); the form of it was judged.
  if (probe && record.credential !== 'expired' && wasRefusedForItsEnd(exchange)) return;
  sink.judged(requirement.id);
  if (!refusable) {
    sink.finding({
      requirement: requirement.id,
      operation,
      kind: 'valid-rejected',
      parameters: probe ? { case: record.name, of: caseLabel(record) } : {},
      ...(probe ? shrunkIn(record) : {}),
      ...promiseOf(operation, expected),
      actual: `${named(answer)} ${bodyOf(answer).toString('utf8').slice(0, 200)}`,
      exchanges: [exchange.id],
    });
  }
}

function judgeAccepted(
  sink: Sink,
  { record, expected, final, allowed }: Sent & { readonly allowed: readonly AnswerKind[] },
  answer: Answer,
): void {
  const { requirement, level } = expected;
  const { operation } = record;
  const { exchange } = final.last;
  const origin = { operation, exchange: exchange.id };
  // `judgeSuccess` counts the answer for the success requirement.
  if (requirement.id !== definitionOf(operation).success.requirement) sink.judged(requirement.id);
  if (!allowed.includes('success')) {
    sink.finding({
      requirement: requirement.id,
      operation,
      kind: 'accepted-invalid',
      parameters: invalidIn(record),
      ...shrunkIn(record),
      pointer: record.wrong === 'valid' ? '' : record.wrong.pointer,
      ...promiseOf(operation, expected),
      here: rejectionText(record.kind, allowed),
      actual: named(answer),
      exchanges: [exchange.id],
    });
    if (level === 'MUST') return;
  }
  const body = judgeSuccess(sink, origin, answer);
  observeSuccess(sink, operation, answer, body);
  if (body !== undefined && isUnambiguous(record))
    judgesOf(operation).judgeMeaning?.(sink, readObject(exchange.request.body), body, exchange.id);
}

/** How the request should have been rejected, and the words of another standard if that is the reason. */
function rejectionText(kind: string, allowed: readonly AnswerKind[]): string {
  const standard = leniencyOf(kind)?.standard;
  const said =
    standard === undefined ? '' : ` ${standard.document} §${standard.section}: “${standard.quote}”`;
  return `${formsText(allowed)}.${said}`;
}

/** Why an accepted request is invalid: the pointer of a missing member, otherwise the case, such as another name. */
function invalidIn(
  record: CaseRecord,
): { without: string; smallest?: string } | { case: string; of: string } {
  const { name, wrong, context = [] } = record;
  const isMissing =
    wrong !== 'valid' && wrong.keyword === 'required' && leniencyOf(record.kind) === undefined;
  if (!isMissing || wrong.pointer === '') return { case: name, of: caseLabel(record) };
  const drawn = context.filter((each) => each !== ofSmallest && each !== ofShrunkBatch).join(', ');
  return { without: wrong.pointer, smallest: isShrunk(record) ? drawn : undefined };
}

function shrunkIn(record: CaseRecord): { readonly shrunk?: true } {
  return isShrunk(record) ? { shrunk: true } : {};
}

/** Whether the answer is a known defect of the profile; if so, it is only observed. */
function observeDefect(sink: Sink, operation: Operation, expected: Expected, answer: Answer): boolean {
  const { profile, requirement, at } = expected;
  const defect = defectOf(profile, requirement.id, operation, at);
  if (defect?.status !== answer.status) return false;
  sink.observe(requirement.id, operation, `known defect ${defect.id}: ${answer.status}`);
  return true;
}

/** Judges the form of a rejection, which is always judged (ruling 25b). */
function judgeForm(sink: Sink, origin: Origin, expected: Expected, answer: Answer): void {
  const { operation, exchange } = origin;
  const allowed = formsOf(operation, expected);
  const kind = answerKind(answer);
  const form = formRequirement(operation, expected);
  const isText = kind === 'text-400' && allowed.includes('text-400');
  // `judgeText` counts the answer for the text requirement.
  if (!isText || form !== definitionOf(operation).failure.text?.requirement) sink.judged(form);
  if (isText) {
    judgeText(sink, origin, answer, form);
  } else if (kind === 'error-object' && allowed.includes('error-object')) {
    judgeErrorObject(sink, origin, answer);
  } else {
    sink.finding({
      requirement: form,
      operation,
      kind: 'failure-form',
      parameters: { allowed },
      ...promiseOf(operation, expected),
      actual: `${named(answer)} ${bodyOf(answer).toString('utf8').slice(0, 200)}`,
      exchanges: [exchange],
    });
  }
}

/** The forms a rejection may have; all forms of the operation if the request should succeed. */
function formsOf(operation: Operation, expected: Expected): readonly AnswerKind[] {
  const forms = expected.allowed?.filter((kind) => kind !== 'success') ?? [];
  return forms.length > 0 ? forms : definitionOf(operation).failure.forms;
}

function formRequirement(operation: Operation, expected: Expected): string {
  const { requirement, text } = definitionOf(operation).failure;
  return text !== undefined && onlyText(expected.allowed ?? []) ? text.requirement : requirement;
}

function onlyText(allowed: readonly AnswerKind[]): boolean {
  return allowed.length > 0 && allowed.every((kind) => kind === 'text-400');
}
