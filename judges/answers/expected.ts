import { memberInTheQuery, otherMistake, twoFieldsMissing } from '../../generators/violation.ts';
import type { Found } from '../../journal/finding.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { definitionOf } from '../../operations/operations.ts';
import {
  allowedAnswers,
  answersEntry,
  type InvalidInput,
  levelOf,
  type Profile,
} from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { AnswerKind, Operation, Requirement } from '../../requirements/requirement.ts';
import type { JudgeContext } from '../judge.ts';
import { type FinalAttempt, pagePlaceOf, purposeOf } from './final-attempts.ts';
import { invalidInputOf } from './invalid-input.ts';

/** What a request of a case was sent for, and which answers are allowed. */
export interface Expected {
  readonly requirement: Requirement;
  /** Undefined if any answer is allowed (ruling 23). */
  readonly allowed: readonly AnswerKind[] | undefined;
  readonly level: Requirement['level'];
  readonly merelyWrong: boolean;
  readonly probe: boolean;
  readonly profile: Profile;
  /** What is wrong with the request. */
  readonly at: InvalidInput;
}

/** What to expect of a request, by its role in the case, unless how it was written explains its answer. */
export function expectedOf(record: CaseRecord, context: JudgeContext, final: FinalAttempt): Expected {
  const expected = expectedByRole(record, context, final);
  return demandsLength(final) || isForItsHead(final) ? { ...expected, allowed: undefined } : expected;
}

function expectedByRole(record: CaseRecord, context: JudgeContext, final: FinalAttempt): Expected {
  const role = purposeOf(record.attempts, final);
  const { operation } = record;
  const { requirement, profile } = context;
  const { body } = final.last.exchange.request;
  if (role === 'probe' || role === 'repeat' || role === 'shrink') {
    const at = invalidInputOf(record.wrong, body);
    return {
      requirement,
      allowed: isOfEitherForm(record, profile)
        ? formsOfEither(record, profile)
        : allowedAnswers(profile, requirement, operation, at),
      level: levelOf(profile, requirement, operation),
      merelyWrong: record.wrong !== 'valid' || record.credential !== 'valid' || requirement.level === 'OPEN',
      probe: true,
      profile,
      at,
    };
  }
  const good = { level: 'MUST', merelyWrong: false, probe: false } as const;
  const at = invalidInputOf('valid', body);
  const success = entry(definitionOf(operation).success.requirement);
  // A page size may be rejected; another is then used (ruling 17). The document does not say that tokens are reusable.
  const parameters = role === 'control' && final.last.exchange.request.target.includes('?');
  if (parameters || mayBeRefused(final)) {
    return { ...good, requirement: success, allowed: ['success', 'error-object'], profile, at };
  }
  // A placeholder control, or one before the last success, only shows that the operation answers (ruling 14).
  const isPlaceholder =
    definitionOf(operation).validControl === 'last' || record.facts.body === 'placeholder';
  // What it gets is then a failure like any other, in the forms that the profile has for one.
  const anyForm = answersEntry(profile, 'ERR-OPEN-CONDITIONS', operation)?.answers;
  const allowed: readonly AnswerKind[] = isPlaceholder
    ? (anyForm ?? ['success', ...definitionOf(operation).failure.forms])
    : ['success'];
  return { ...good, requirement: success, allowed, profile, at };
}

/** Whether a request without a length got no other answer than that: servers and gateways may demand one (RFC 9110 §15.5.12). */
function demandsLength({ answer, last }: FinalAttempt): boolean {
  const { headers } = last.exchange.request;
  return (
    answer?.status === 411 && !headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  );
}

/** Heads above this are large, in bytes; that of a client with many cookies is, beside a long token. */
const ordinaryHead = 8 * 1024;

/** By which answers, or none, servers and gateways reject a large head. */
const forItsHead: readonly (number | undefined)[] = [400, 413, 414, 431, undefined];

/** Whether an answer may be about the size of the head alone, which is open (ruling 23). */
function isForItsHead({ answer, last }: FinalAttempt): boolean {
  if (!forItsHead.includes(answer?.status)) return false;
  const { method, target, headers } = last.exchange.request;
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return lines.reduce((sum, line) => sum + lengthUnredacted(line) + 2, 2) > ordinaryHead;
}

/** The length of a text with the secrets that its marks stand for. */
function lengthUnredacted(text: string): number {
  const marks = text.matchAll(/\[redacted:[\w-]{1,40}:(\d{1,6}):[0-9a-f]{12}\]/g);
  return [...marks].reduce((length, [mark, secret]) => length - mark.length + Number(secret), text.length);
}

/**
 * Of two faults, a target may find either first, and a profile may have another form for each. So may a target that rejects
 * a query where the document has none.
 */
function isOfEitherForm({ kind, context }: CaseRecord, { deviations }: Profile): boolean {
  const isWrongTwice = context?.includes(otherMistake) === true;
  return kind === memberInTheQuery || isWrongTwice || (kind === twoFieldsMissing && deviations.length > 0);
}

function formsOfEither({ kind, operation }: CaseRecord, { deviations }: Profile): readonly AnswerKind[] {
  const isAny = kind === memberInTheQuery || deviations.length > 0;
  return isAny ? ['text-400', 'error-object'] : definitionOf(operation).failure.forms;
}

/** A page requested with a size that the target may reject, or with a token that was already used. */
function mayBeRefused(final: FinalAttempt): boolean {
  const page = pagePlaceOf(final);
  if (page === undefined) return false;
  const { kind, size, askedAgain } = page.chain;
  if (askedAgain === true) return page.number === 2;
  return page.number === 1 && (size !== undefined || kind === 'before' || kind === 'after');
}

/** The profile entry that decides which answers are allowed, if any. */
export function promiseOf(
  operation: Operation,
  { profile, requirement, at }: Expected,
): Pick<Found, 'promise'> {
  const entry = answersEntry(profile, requirement.id, operation, at);
  return entry === undefined || entry.reason === '' ? {} : { promise: { profile, entry } };
}
