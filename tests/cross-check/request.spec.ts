import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test';
import { plainRequest } from '../../engine/plain-request.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { requirement } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operations } from '../../schemas/openapi.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { presentText } from '../../wire/credential.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { inSession } from '../prove/in-session.ts';

const profile = loadProfile('document');

/** One valid and one invalid request of each operation, with the requirement that speaks of it. */
const cases: readonly (readonly [
  operation: Operation,
  requirement: string,
  body: (valid: Buffer | undefined) => Buffer | undefined,
  query?: string,
])[] = [
  ['generate-topology', 'GT-SUCCESS', (valid) => valid],
  ['generate-topology', 'GT-BODY', () => Buffer.from('{"synchronizer":')],
  ['execute-submission', 'EX-SUCCESS', (valid) => valid],
  ['execute-submission', 'EX-BODY', () => Buffer.from('hello')],
  ['list-users', 'LU-SUCCESS', () => undefined],
  ['list-users', 'LU-OPEN-PAGETOKEN-BAD', () => undefined, 'pageToken=not-a-page-token'],
];

let server: ReferenceServer;
test.beforeAll(async () => {
  server = await startReference();
});
test.afterAll(() => server.close());

/** What Playwright's request context saw, in the suite's own form. */
async function asExchange(
  response: APIResponse,
  target: string,
  body: Buffer | undefined,
): Promise<Exchange> {
  return {
    id: 'request#1',
    request: {
      method: body === undefined ? 'GET' : 'POST',
      target,
      headers: [],
      body: body ?? Buffer.alloc(0),
    },
    answer: {
      status: response.status(),
      reason: response.statusText(),
      headers: response.headersArray().map(({ name, value }) => [name, value] as const),
      body: await response.body(),
    },
    ms: 0,
  };
}

function judged(operation: Operation, id: string, exchange: Exchange) {
  const record = {
    id: `${id}@${operation}/1`,
    requirement: id,
    operation,
    judge: 1,
    name: 'cross-check',
    kind: 'sent-by-playwright',
    wrong: 'valid' as const,
    credential: 'valid',
    facts: {},
    attempts: [{ role: 'probe' as const, ordinal: 1, attempt: 1, exchange }],
  };
  const {
    judged: counted,
    findings,
    unanswered,
    control,
  } = judgeAnswers(record, { requirement: requirement(id), profile });
  return { counted, findings, unanswered, control };
}

async function byPlaywright(
  request: APIRequestContext,
  operation: Operation,
  body: Buffer | undefined,
  query: string,
): Promise<Exchange> {
  const { method, path } = operations[operation];
  const target = `${path}${query}`;
  const headers = {
    authorization: `Bearer ${server.environment.TARGET_TOKEN}`,
    'content-type': 'application/json',
  };
  const options = { headers, maxRedirects: 0, ...(body === undefined ? {} : { data: body }) };
  return asExchange(await request.fetch(`${server.baseUrl}${target}`, { ...options, method }), target, body);
}

async function bySuite(operation: Operation, body: Buffer | undefined, query: string): Promise<Exchange> {
  return inSession(server, {}, async ({ access }) => {
    const credential = presentText('bearer', await access.tokens.current());
    const request = { ...(body === undefined ? {} : { body }), query: query.slice(1) };
    return access.wire.send('suite#1', operation, request, credential);
  });
}

for (const [operation, id, change, query] of cases) {
  test(`${operation}: an answer to ${id} is judged alike on both wires`, async ({ request }) => {
    const plain = plainRequest(operation, {
      synchronizer: server.environment.TARGET_SYNCHRONIZER ?? null,
      identity: id,
    });
    const valid =
      operation === 'execute-submission' ? Buffer.from(JSON.stringify(server.executeRequest)) : plain.body;
    const target = query === undefined ? '' : `?${query}`;
    const theirs = judged(operation, id, await byPlaywright(request, operation, change(valid), target));
    const ours = judged(operation, id, await bySuite(operation, change(valid), target));
    expect(theirs).toEqual(ours);
    expect(ours.findings).toEqual([]);
  });
}
