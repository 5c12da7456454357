import type { Judge, JudgeContext } from '../../harness/check.ts';
import { type Answer, bodyOf, type Exchange, headerValue } from '../../harness/exchange.ts';
import { collect, type Judgement, type Sink } from '../../harness/judgement.ts';
import { readJson } from '../../harness/read-json.ts';
import type { CaseRecord } from '../../harness/record.ts';
import { allowedAnswers, levelOf } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { AnswerKind, Operation, Requirement } from '../../requirements/requirement.ts';
import { claimedKind, isBusy, named } from './answer-kind.ts';
import { expectation } from './expectation.ts';
import { judgeErrorObject } from './judge-error-object.ts';
import { judgeSuccess } from './judge-success.ts';
import { judgeText } from './judge-text.ts';
import { meaningOf } from './meaning.ts';
import { observeSuccess } from './observe-success.ts';
import { roleOf, type Settled, settledRequests, sortTrouble } from './settled.ts';
import { judgeSoundPractice } from './sound-practice.ts';
import { successRules } from './success-rules.ts';
import { isNoEvidence, twinOf } from './twin.ts';

/** What one request of a case was sent for, and what may come back. */
interface Expected {
  readonly requirement: Requirement;
  /** Undefined where anything may come back (ruling 23). */
  readonly allowed: readonly AnswerKind[] | undefined;
  readonly level: Requirement['level'];
  readonly merelyWrong: boolean;
  readonly probe: boolean;
}

/** Judges every settled answer of a case by itself: whether it may be, and its form. Relations between answers are judged elsewhere. */
export const judgeAnswers: Judge = (record, context) => collect((sink) => judgeInto(sink, record, context));

/** The same, into a sink that a further judge goes on filling. */
export function judgeInto(sink: Sink, record: CaseRecord, context: JudgeContext): Judgement['twin'] {
  const all = settledRequests(record);
  for (const settled of all) {
    sink.judged('HTTP-STABLE');
    for (const { exchange } of settled.attempts) observeRateLimit(sink, record.operation, exchange.answer);
    if (
      settled.answer !== undefined &&
      settled.attempts.some((attempt) => attempt.exchange.failure !== undefined)
    ) {
      sink.recovered(1);
    }
    const expected = expectedOf(record, context, settled);
    if (settled.answer === undefined) judgeTrouble(sink, record, expected, all, settled);
    else judgeOne(sink, record, expected, settled, settled.answer);
  }
  return twinOf(record, context, all);
}

function observeRateLimit(sink: Sink, operation: Operation, answer: Answer | undefined): void {
  if (answer?.status !== 429) return;
  const asked = headerValue(answer.headers, 'retry-after') === undefined ? 'without' : 'with';
  sink.observe('HTTP-OPEN-RATE-LIMIT', operation, `429 ${asked} Retry-After`);
}

function expectedOf(record: CaseRecord, context: JudgeContext, settled: Settled): Expected {
  const role = roleOf(settled);
  const { operation } = record;
  if (role === 'probe' || role === 'repeat' || role === 'shrink') {
    const { requirement, profile } = context;
    const level = levelOf(profile, requirement, operation);
    return {
      requirement,
      allowed: allowedAnswers(profile, requirement, operation),
      level,
      merelyWrong: record.wrong !== 'valid' || record.credential !== 'valid' || level === 'OPEN',
      probe: true,
    };
  }
  const success = entry(successRules[operation].success);
  // A page size may be refused; another is used then (ruling 17). That a token works twice is not stated.
  const parameters = role === 'twin' && settled.last.exchange.request.target.includes('?');
  if (parameters || /^page (1 of (drawn|size|before|after|empty token, size)|2 of asked again)/.test(role)) {
    return {
      requirement: success,
      allowed: ['success', 'error-object'],
      level: 'MUST',
      merelyWrong: false,
      probe: false,
    };
  }
  // A made-up twin shows that the operation answers, not that it accepts; every one of execute is (ruling 14).
  const madeUp = operation === 'execute-submission' || record.facts.body === 'made-up';
  const allowed: readonly AnswerKind[] = madeUp ? ['success', ...failureForms(operation)] : ['success'];
  return { requirement: success, allowed, level: 'MUST', merelyWrong: false, probe: false };
}

function judgeTrouble(
  sink: Sink,
  record: CaseRecord,
  expected: Expected,
  all: readonly Settled[],
  settled: Settled,
): void {
  const { exchange } = settled.last;
  const { answer, failure } = exchange;
  const exchanges = settled.attempts.map((attempt) => attempt.exchange.id);
  const busy = failure === undefined && answer !== undefined && isBusy(answer);
  const sort = sortTrouble(all, settled);
  if (sort === 'told already') return;
  if (sort === 'went away') {
    if (failure !== undefined) sink.recovered(1);
  } else if (sort === 'unsettled') {
    const wellFormed = busy && isWellFormedError(answer);
    sink.trouble({
      operation: record.operation,
      kind: busy ? 'busy' : (failure?.kind ?? 'closed'),
      wellFormed,
      exchanges,
    });
  } else if (busy) {
    judgeOne(sink, record, expected, settled, answer);
  } else if (expected.allowed === undefined) {
    // Limits are not shown: a cut connection is one way to keep them (ruling 23).
    const { id } = expected.requirement;
    sink.observe(id, record.operation, `${record.name}: no answer (${failure?.kind ?? 'closed'})`);
  } else {
    const owed = expected.level !== 'OPEN' && expected.allowed.includes('success');
    const { id } = owed ? expected.requirement : entry(formRequirement(record.operation, expected.allowed));
    sink.judged(id);
    sink.finding({
      requirement: id,
      operation: record.operation,
      message: 'this request gets no answer, again and again, while another before and after it does',
      pointer: '',
      expected: expectation(id),
      actual: failure?.message ?? 'no answer',
      exchanges,
    });
  }
}

function isWellFormedError(answer: Answer): boolean {
  if (claimedKind(answer) !== 'error-object') return false;
  return (
    collect((sink) => {
      judgeErrorObject(sink, 'list-users', answer, '');
      return 'none';
    }).findings.length === 0
  );
}

function judgeOne(
  sink: Sink,
  record: CaseRecord,
  expected: Expected,
  settled: Settled,
  answer: Answer,
): void {
  const { requirement, allowed, probe } = expected;
  const { operation } = record;
  const exchange = settled.last.exchange.id;
  const kind = claimedKind(answer);
  if (probe && expected.level === 'OPEN')
    sink.observe(requirement.id, operation, `${record.name}: ${named(answer)}`);
  if (probe && record.credential !== 'valid' && kind !== 'accepted') {
    sink.observe('AUTH-OPEN-STATUS', operation, `${record.credential}: ${answer.status}`);
  }
  if (kind !== 'accepted')
    sink.observe('ERR-OPEN-CONDITIONS', operation, `${requirement.id}: ${answer.status}`);
  if (allowed === undefined) return;
  if (kind === 'accepted') {
    judgeAccepted(sink, record, { ...expected, allowed }, settled.last.exchange, answer);
    return;
  }
  judgeSoundPractice(sink, operation, answer, exchange, expected.merelyWrong && !onlyText(allowed));
  const refusable = allowed.some((each) => each !== 'success');
  judgeForm(sink, operation, allowed, answer, exchange);
  if (isNoEvidence(record, settled)) return;
  sink.judged(requirement.id);
  if (!refusable) {
    sink.finding({
      requirement: requirement.id,
      operation,
      message: probe ? `a valid request is refused: ${record.name}` : 'a valid request is refused',
      pointer: '',
      expected: expectation(requirement.id),
      actual: `${named(answer)} ${bodyOf(answer).toString('utf8').slice(0, 200)}`,
      exchanges: [exchange],
    });
  }
}

function judgeAccepted(
  sink: Sink,
  record: CaseRecord,
  { requirement, allowed, level }: Expected & { readonly allowed: readonly AnswerKind[] },
  { id: exchange, request }: Exchange,
  answer: Answer,
): void {
  const { operation } = record;
  // The judge of a success counts it for the requirement that there be one.
  if (requirement.id !== successRules[operation].success) sink.judged(requirement.id);
  if (!allowed.includes('success')) {
    sink.finding({
      requirement: requirement.id,
      operation,
      message: `accepted, and must be refused: ${record.name}`,
      pointer: record.wrong === 'valid' ? '' : record.wrong.pointer,
      expected: expectation(requirement.id),
      actual: named(answer),
      exchanges: [exchange],
    });
    if (level === 'MUST') return;
  }
  const body = judgeSuccess(sink, operation, answer, exchange);
  observeSuccess(sink, operation, answer, body);
  if (body !== undefined && isUnambiguous(record))
    meaningOf(sink, operation, valueIn(request.body), body, exchange);
}

/** Faults that let a request be read in more than one way; what it meant is not at issue then. */
export const ambiguousFaults: readonly string[] = ['duplicate-member', 'invalid-utf8', 'lone-surrogate'];

function isUnambiguous({ wrong }: CaseRecord): boolean {
  return wrong === 'valid' || !ambiguousFaults.includes(wrong.keyword);
}

function valueIn(bytes: Buffer): unknown {
  const read = readJson(bytes);
  return 'value' in read ? read.value : undefined;
}

/** Judges the form of a refusal, which is always judged (ruling 25b). */
function judgeForm(
  sink: Sink,
  operation: Operation,
  allowed: readonly AnswerKind[],
  answer: Answer,
  exchange: string,
): void {
  const forms = formsOf(operation, allowed);
  const kind = claimedKind(answer);
  const form = formRequirement(operation, allowed);
  const isText = kind === 'text-400' && forms.includes('text-400');
  // The judge of a text counts it for the requirement that there be one.
  if (!isText || form !== 'GT-FAILURE-TEXT') sink.judged(form);
  if (isText) {
    judgeText(sink, answer, exchange);
  } else if (kind === 'error-object' && forms.includes('error-object')) {
    judgeErrorObject(sink, operation, answer, exchange);
  } else {
    sink.finding({
      requirement: form,
      operation,
      message: `refused in a form that the document does not have here (${forms.join(' or ')})`,
      pointer: '',
      expected: expectation(form),
      actual: `${named(answer)} ${bodyOf(answer).toString('utf8').slice(0, 200)}`,
      exchanges: [exchange],
    });
  }
}

/** The forms a refusal may have; of a request that should succeed, every form its operation has. */
function formsOf(operation: Operation, allowed: readonly AnswerKind[]): readonly AnswerKind[] {
  const forms = allowed.filter((kind) => kind !== 'success');
  return forms.length > 0 ? forms : failureForms(operation);
}

function failureForms(operation: Operation): readonly AnswerKind[] {
  return operation === 'generate-topology' ? ['text-400', 'error-object'] : ['error-object'];
}

function formRequirement(operation: Operation, allowed: readonly AnswerKind[]): string {
  if (operation === 'execute-submission') return 'EX-FAILURE-FORM';
  if (operation === 'list-users') return 'LU-FAILURE-FORM';
  return onlyText(allowed) ? 'GT-FAILURE-TEXT' : 'GT-FAILURE-FORM';
}

function onlyText(allowed: readonly AnswerKind[]): boolean {
  return allowed.every((kind) => kind === 'text-400');
}
