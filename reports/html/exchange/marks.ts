import type { Exchange } from '../../../wire/exchange.ts';
import type { ReportFinding, ReportResult } from '../../report/report.ts';
import type { Marks } from './json-lines.ts';
import { visibleText } from './visible-text.ts';

/** What a finding says of one exchange. */
export interface FindingOfResult {
  readonly result: ReportResult;
  readonly finding: ReportFinding;
}

/** The wrong parts of an exchange, each with a description. */
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
 * Where findings are in an exchange. A pointer is into the answer, or into the request if that should have been
 * rejected; a finding without a place marks its pointer, or else the status.
 * @param credential what is wrong with the credential of the case, or `valid`
 */
export function marksOf(
  exchange: Exchange,
  said: readonly FindingOfResult[],
  credential: string,
): ExchangeMarks {
  const request = new Map<string, string>();
  const requestHeaders = new Map<string, string>();
  const answer = new Map<string, string>();
  const answerHeaders = new Map<string, string>();
  let status: string | undefined;
  for (const { finding } of said) {
    const { place, header, pointer } = finding;
    const mark = markOf(finding);
    if (place === 'request' && exchange.answer !== undefined) {
      if (credential === 'valid') request.set(pointer, mark);
      else for (const name of credentialHeaders) requestHeaders.set(name, mark);
    } else if (pointer !== '' || place === 'body') answer.set(pointer, mark);
    else if (header !== undefined) answerHeaders.set(header, mark);
    else status = mark;
  }
  return { request, requestHeaders, answer, answerHeaders, status };
}

/** The name of a finding in the marks of an exchange. */
export function markOf({ message }: ReportFinding): string {
  return visibleText(message, 120);
}
