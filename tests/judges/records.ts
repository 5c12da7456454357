import { expect } from 'vitest';
import { expectation, type Finding } from '../../journal/finding.ts';
import type { Judgement } from '../../journal/judgement.ts';
import type { CaseRecord, Role } from '../../journal/record.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import type { Judge } from '../../judges/judge.ts';
import document from '../../profiles/document.json' with { type: 'json' };
import type { Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer, Exchange, FailureKind, HeaderPair } from '../../wire/exchange.ts';
import { pageOfRole } from './page-role.ts';

export function answered(status: number, type: string | null, body: string | Buffer = ''): Answer {
  const headers: HeaderPair[] = type === null ? [] : [['Content-Type', type]];
  return { status, reason: '', headers, body: Buffer.from(body) };
}

export function json(status: number, value: unknown): Answer {
  return answered(status, 'application/json', JSON.stringify(value));
}

export function text(status: number, words: string): Answer {
  return answered(status, 'text/plain; charset=utf-8', words);
}

/** An error object with its four required fields, and others laid over it. */
export function error(status: number, more: object = {}): Answer {
  return json(status, { code: 'NOT_FOUND', cause: 'not found', context: {}, errorCategory: 11, ...more });
}

export type MadeRole = Exclude<Role, 'page'> | `page ${number} of ${string}`;

/** One request of a case: what it was for, what was sent, and what came of it. */
export interface Made {
  /** Pages have names such as `page 1 of size 2 again 1`. */
  readonly role?: MadeRole;
  /** Attempts of one request share it; the next one of the case unless given. */
  readonly ordinal?: number;
  /** The ordinal of the request that it repeats; absent as in journals of earlier versions. */
  readonly repeats?: number;
  readonly target?: string;
  readonly body?: unknown;
  readonly answer?: Answer;
  readonly failure?: FailureKind;
}

/** A case record of these requests; exchanges are called `case#1`, `case#2`, … */
export function caseOf(
  operation: Operation,
  requirementId: string,
  made: readonly Made[],
  more: Partial<CaseRecord> = {},
): CaseRecord {
  let ordinal = 0;
  const counts = new Map<number, number>();
  const attempts = made.map((one, index) => {
    ordinal = one.ordinal ?? ordinal + 1;
    const attempt = (counts.get(ordinal) ?? 0) + 1;
    counts.set(ordinal, attempt);
    const role = one.role ?? 'probe';
    const page = pageOfRole(role);
    const as = page === undefined ? { role } : { role: 'page', page };
    return {
      ...(attempt > 1 ? { role: 'retry' } : as),
      ordinal,
      attempt,
      ...(one.repeats === undefined ? {} : { repeats: one.repeats }),
      exchange: exchangeOf(index + 1, one),
    };
  });
  return {
    id: `${requirementId}@${operation}/1`,
    requirement: requirementId,
    operation,
    judge: 1,
    kind: 'made',
    name: 'a case',
    wrong: 'valid',
    credential: 'valid',
    facts: {},
    attempts: attempts as CaseRecord['attempts'],
    ...more,
  };
}

function exchangeOf(nth: number, { target = '/', body, answer, failure }: Made): Exchange {
  return {
    id: `case#${nth}`,
    request: { method: 'POST', target, headers: [], body: bytesOf(body) },
    ...(answer === undefined ? {} : { answer }),
    ...(failure === undefined ? {} : { failure: { kind: failure, message: `It was ${failure}.` } }),
    ms: 1,
  };
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
}

export function judge(
  record: CaseRecord,
  by: Judge = judgeAnswers,
  profile: Profile = document as Profile,
): Judgement {
  return by(record, { requirement: requirement(record.requirement), profile });
}

/** The requirements that a judgement condemns, each finding by itself, in order. */
export function condemned(judgement: Judgement): string[] {
  return judgement.findings.map((finding) => finding.requirement);
}

/** What was observed under an id. */
export function observed({ observations }: Judgement, id: string): string[] {
  return observations.filter((one) => one.id === id).map(({ value }) => value);
}

/** A finding word by word: about the whole body of the first exchange, and expecting what its requirement does, unless said otherwise. */
export function finding(
  operation: Operation,
  id: string,
  said: Pick<Finding, 'message' | 'actual'> & Partial<Finding>,
): Finding {
  return expect.objectContaining({
    requirement: id,
    operation,
    pointer: '',
    expected: expectation(id),
    exchanges: ['case#1'],
    ...said,
  }) as Finding;
}

/** What is wrong with the request of a case: one field of the wrong type. */
export const wrong: Partial<CaseRecord> = {
  wrong: { kind: 'wrong-type', pointer: '/partyHint', keyword: 'type', name: 'partyHint a number' },
};

/** The body of a good answer of generate-topology. */
export const topology = {
  partyId: 'hint::1220',
  publicKeyFingerprint: '1220',
  topologyTransactions: ['CgJhYRAe'],
  multiHash: 'h',
};

/** The requirements that a case of one request and this answer is condemned by. */
export function findingsOf(
  operation: Operation,
  id: string,
  answer: Answer,
  more: Partial<CaseRecord> = {},
): string[] {
  return condemned(judge(caseOf(operation, id, [{ answer }], more)));
}
