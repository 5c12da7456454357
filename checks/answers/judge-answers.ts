import type { Judge, JudgeContext } from '../../harness/check.ts';
import { type Answer, bodyOf, headerValue } from '../../harness/exchange.ts';
import { collect, type Judgement, type Sink } from '../../harness/judgement.ts';
import { isObject, readJson } from '../../harness/read-json.ts';
import type { CaseRecord } from '../../harness/record.ts';
import { allowedAnswers, levelOf } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { AnswerKind, Operation, Requirement } from '../../requirements/requirement.ts';
import { claimedKind, isBusy, named, succeeded } from './answer-kind.ts';
import { expectation } from './expectation.ts';
import { judgeErrorObject } from './judge-error-object.ts';
import { judgeSuccess } from './judge-success.ts';
import { judgeText } from './judge-text.ts';
import { meaningOf } from './meaning.ts';
import { observeSuccess } from './observe-success.ts';
import { roleOf, type Settled, settledRequests, sortTrouble } from './settled.ts';
import { judgeSoundPractice } from './sound-practice.ts';
import { successRules } from './success-rules.ts';

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
    else judgeOne(sink, record, expected, settled.answer, settled.last.exchange.id);
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
  // A page size may be refused; another is used then (ruling 17).
  if (/^page 1 of (size|before|after|empty token, size) ?/.test(role)) {
    return {
      requirement: success,
      allowed: ['success', 'error-object'],
      level: 'MUST',
      merelyWrong: false,
      probe: false,
    };
  }
  // The twin of an execute case is a made-up body: it shows that the operation answers, not that it accepts.
  const allowed: readonly AnswerKind[] =
    operation === 'execute-submission' ? ['success', 'error-object'] : ['success'];
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
    judgeOne(sink, record, expected, answer, exchange.id);
  } else if (expected.allowed === undefined) {
    // Limits are not shown: a cut connection is one way to keep them (ruling 23).
    const { id } = expected.requirement;
    sink.observe(id, record.operation, `${record.name}: no answer (${failure?.kind ?? 'closed'})`);
  } else {
    const owed = expected.level !== 'OPEN' && expected.allowed.includes('success');
    const { id } = owed ? expected.requirement : entry(formRequirement(record.operation, expected));
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
  answer: Answer,
  exchange: string,
): void {
  const { requirement, allowed, probe } = expected;
  const { operation } = record;
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
    judgeAccepted(sink, record, expected, answer, exchange);
    return;
  }
  judgeSoundPractice(sink, operation, answer, exchange, expected.merelyWrong && !onlyText(allowed));
  const refusable = allowed.some((each) => each !== 'success');
  judgeForm(sink, operation, expected, answer, exchange);
  if (isNoEvidence(record, answer)) return;
  sink.judged(requirement.id);
  if (!refusable) {
    sink.finding({
      requirement: requirement.id,
      operation,
      message: `a valid request is refused: ${record.name}`,
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
  expected: Expected,
  answer: Answer,
  exchange: string,
): void {
  const { requirement, allowed, level } = expected;
  const { operation } = record;
  // The judge of a success counts it for the requirement that there be one.
  if (requirement.id !== successRules[operation].success) sink.judged(requirement.id);
  if (allowed?.includes('success') === false) {
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
    meaningOf(sink, operation, requestJson(record, exchange), body, exchange);
}

/** Faults that let a request be read in more than one way; what it meant is not at issue then. */
export const ambiguousFaults: readonly string[] = ['duplicate-member', 'invalid-utf8', 'lone-surrogate'];

function isUnambiguous({ wrong }: CaseRecord): boolean {
  return wrong === 'valid' || !ambiguousFaults.includes(wrong.keyword);
}

function requestJson(record: CaseRecord, exchange: string): unknown {
  const place = record.places.find((each) => each.exchange.id === exchange);
  const read = place === undefined ? { problem: 'no request' } : readJson(place.exchange.request.body);
  return 'value' in read && isObject(read.value) ? read.value : undefined;
}

/** Judges the form of a refusal, which is always judged (ruling 25b). */
function judgeForm(
  sink: Sink,
  operation: Operation,
  expected: Expected,
  answer: Answer,
  exchange: string,
): void {
  const allowed = formsOf(operation, expected);
  const kind = claimedKind(answer);
  const form = formRequirement(operation, expected);
  const isText = kind === 'text-400' && allowed.includes('text-400');
  // The judge of a text counts it for the requirement that there be one.
  if (!isText || form !== 'GT-FAILURE-TEXT') sink.judged(form);
  if (isText) {
    judgeText(sink, answer, exchange);
  } else if (kind === 'error-object' && allowed.includes('error-object')) {
    judgeErrorObject(sink, operation, answer, exchange);
  } else {
    sink.finding({
      requirement: form,
      operation,
      message: `refused in a form that the document does not have here (${allowed.join(' or ')})`,
      pointer: '',
      expected: expectation(form),
      actual: `${named(answer)} ${bodyOf(answer).toString('utf8').slice(0, 200)}`,
      exchanges: [exchange],
    });
  }
}

/** The forms a refusal may have; of a request that should succeed, every form its operation has. */
function formsOf(operation: Operation, expected: Expected): readonly AnswerKind[] {
  const forms = expected.allowed?.filter((kind) => kind !== 'success') ?? [];
  if (forms.length > 0) return forms;
  return operation === 'generate-topology' ? ['text-400', 'error-object'] : ['error-object'];
}

function formRequirement(operation: Operation, expected: Expected): string {
  if (operation === 'execute-submission') return 'EX-FAILURE-FORM';
  if (operation === 'list-users') return 'LU-FAILURE-FORM';
  return onlyText(expected.allowed ?? []) ? 'GT-FAILURE-TEXT' : 'GT-FAILURE-FORM';
}

function onlyText(allowed: readonly AnswerKind[]): boolean {
  return allowed.length > 0 && allowed.every((kind) => kind === 'text-400');
}

/** Ruling 14: a 409 on an execute body that was accepted before says nothing about the request at hand. */
function isNoEvidence(record: CaseRecord, answer: Answer): boolean {
  return record.operation === 'execute-submission' && record.facts.accepted === true && answer.status === 409;
}

function twinOf(record: CaseRecord, context: JudgeContext, all: readonly Settled[]): Judgement['twin'] {
  const { operation, facts } = record;
  const allowed = allowedAnswers(context.profile, context.requirement, operation);
  const probes = all.filter((settled) => roleOf(settled) === 'probe');
  if (allowed?.includes('success') === true) {
    const answers = probes.flatMap((settled) => settled.answer ?? []);
    if (answers.length === 0 || answers.some((answer) => isNoEvidence(record, answer))) return 'none';
    return answers.every((answer) => succeeded(operation, answer)) ? 'succeeded' : 'failed';
  }
  if (probes.some((settled) => settled.answer !== undefined && isNoEvidence(record, settled.answer)))
    return 'none';
  const twins = all.filter((settled) => roleOf(settled) === 'twin');
  if (operation === 'execute-submission') {
    if (facts.body !== 'made-up') return 'pending';
    const told = twins.some((twin) => twin.answer !== undefined && ![401, 403].includes(twin.answer.status));
    return record.credential === 'valid' ? 'none' : told ? 'succeeded' : 'failed';
  }
  if (twins.length === 0) return 'none';
  return twins.every((twin) => twin.answer !== undefined && succeeded(operation, twin.answer))
    ? 'succeeded'
    : 'failed';
}
