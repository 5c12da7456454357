import { requirement } from '../../requirements/catalogue.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { ReportFinding, ReportResult } from '../report/report.ts';
import type { Marks } from './json-lines.ts';
import { visibleText } from './visible-text.ts';

/** What a finding says of one exchange. */
export interface Said {
  readonly result: ReportResult;
  readonly finding: ReportFinding;
}

/** The parts of an exchange that are wrong, each with what is wrong with it. */
export interface ExchangeMarks {
  readonly request: Marks;
  /** Header names in lower case. */
  readonly requestHeaders: Marks;
  readonly answer: Marks;
  readonly answerHeaders: Marks;
  readonly status: string | undefined;
}

const credentialHeaders = ['authorization', 'sec-websocket-protocol'];

/**
 * Where findings lie in an exchange. A pointer is one into the answer, or into the request where that should have been
 * refused; without a pointer, the words of the finding say whether media type, body or status are meant.
 * @param credential what is wrong with the credential of the case, or `valid`
 */
export function marksOf(exchange: Exchange, said: readonly Said[], credential: string): ExchangeMarks {
  const request = new Map<string, string>();
  const requestHeaders = new Map<string, string>();
  const answer = new Map<string, string>();
  const answerHeaders = new Map<string, string>();
  let status: string | undefined;
  for (const { result, finding } of said) {
    const mark = markOf(finding);
    if (wasAccepted(exchange, result)) {
      status = mark;
      if (credential === 'valid') request.set(finding.pointer, mark);
      else for (const name of credentialHeaders) requestHeaders.set(name, mark);
    } else if (finding.pointer !== '') {
      answer.set(finding.pointer, mark);
    } else if (/content-type|media type/i.test(finding.message)) {
      answerHeaders.set('content-type', mark);
    } else if (/\bbody\b|JSON|carries/.test(finding.message)) {
      answer.set('', mark);
    } else {
      status = mark;
    }
  }
  return { request, requestHeaders, answer, answerHeaders, status };
}

/** The name of a finding among the marks of an exchange. */
export function markOf({ message }: ReportFinding): string {
  return visibleText(message, 120);
}

/** A success where the requirement wants a refusal: the request is what should not have passed. */
function wasAccepted({ answer }: Exchange, result: ReportResult): boolean {
  const { answers } = requirement(result.requirement);
  return answer !== undefined && answer.status < 300 && answers?.includes('success') === false;
}
