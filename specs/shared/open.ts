import { gzipSync } from 'node:zlib';
import type { Case, CheckParts, Request, Run, Steps } from '../../engine/check.ts';
import { drawnWord } from '../../generators/party-names.ts';
import type { Violation } from '../../generators/violation.ts';
import type { RequestStem } from '../../generators/violations.ts';
import type { Facts } from '../../journal/record.ts';
import { bodiesOf, fromRawBody, fromViolation, isOfBodies, samplingOf, violationsOf } from './body-faults.ts';
import { fewAtQuick, sendAll } from './cases.ts';

/** How many requests of a kind a quick run sends where nothing must be rejected. */
const openAtQuick = 2;

/**
 * Sends requests that the document leaves open once, or a few at quick effort: the answer is observed, and only the form of a rejection
 * is judged, so there is nothing to repeat.
 */
export function* sendOpen(run: Run, cases: readonly Case[]): Steps {
  yield* sendAll(run, fewAtQuick(run, cases, openAtQuick));
}

/** A valid request to derive open requests from, and what judges need to know about it. */
interface OpenBase {
  readonly body?: unknown;
  readonly facts?: Facts;
}

/** Returns a function that sends requests derived from a valid one which the document neither allows nor forbids. */
export function observedOf<T extends OpenBase>(
  validOf: (run: Run) => T,
): (requests: (valid: T, run: Run) => readonly Case[]) => CheckParts {
  return (requests) => ({
    cases(run) {
      const valid = validOf(run);
      const { facts } = valid;
      const all = requests(valid, run);
      return sendOpen(run, facts === undefined ? all : all.map((each) => ({ ...each, facts })));
    },
  });
}

/**
 * Violations of a field, or of the encoding and syntax of the body, that the requirement of the check names and does not decide.
 * @param asFaulty turns a violation into a request
 */
export function assignedOpen(
  stem: RequestStem,
  asFaulty: (violation: Violation, run: Run, part: string) => Case = fromViolation,
): (valid: OpenBase, run: Run) => readonly Case[] {
  return ({ body }, run) => {
    const { id } = run.requirement;
    const sampling = samplingOf(run);
    if (isOfBodies(stem, id)) return bodiesOf(stem, id, body, sampling).map(fromRawBody);
    return violationsOf(stem, id, body, sampling).map((each, at) => asFaulty(each, run, `${id}/${at}`));
  };
}

/** Media types of other content, the usual one with a parameter, and none. */
const contentTypes: readonly (string | null)[] = [
  null,
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=part',
  'multipart/form-data',
  'application/json; charset=x-none',
  'json',
  'application/json; charset=utf-8',
];

/**
 * The same body with other media types, or with none; compressed; and one that is no JSON, which readers of forms find first.
 * @param more media types for this operation alone
 */
export function underContentTypes(request: Request, ...more: readonly string[]): Case[] {
  // All that is opened is closed, so that no server waits for more.
  const broken = request.body && Buffer.concat([Buffer.from('{,'), request.body.subarray(1)]);
  const others = [...contentTypes, ...more].flatMap((contentType) =>
    [request.body, broken].map((body) => ({
      kind: 'other-content-type',
      detail: `${contentType ?? 'absent'}${body === broken ? ', and a body that is no JSON' : ''}`,
      wrong: { pointer: '', keyword: body === broken ? 'json' : 'content-type' },
      request: { ...request, contentType, body },
    })),
  );
  const encoded = (detail: string, coding: string, body = request.body): Case => ({
    kind: 'content-encoding',
    detail,
    wrong: { pointer: '', keyword: 'content-encoding' },
    request: { ...request, body, headers: [['Content-Encoding', coding]] },
  });
  return [
    ...others,
    encoded('gzip', 'gzip', gzipSync(request.body ?? '')),
    encoded('gzip-that-is-none', 'gzip'),
    encoded('unknown-coding', `x-${drawnWord('coding', String(request.body))}`),
  ];
}
