import { type TestInfo, test } from '@playwright/test';
import { toStored } from '../journal/stored-exchange.ts';
import { presentText } from '../wire/credential.ts';
import { bodyOf, type Exchange, type HeaderPair, headerValues } from '../wire/exchange.ts';
import { jsonBytes } from './plain-request.ts';
import type { Session } from './session.ts';

/** A response, named as in Playwright's own API. */
export interface SendResponse {
  readonly exchange: Exchange;
  status(): number;
  headersArray(): { readonly name: string; readonly value: string }[];
  body(): Buffer;
  text(): string;
  json(): unknown;
}

export interface SendOptions {
  /** A Buffer is sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: readonly HeaderPair[];
  /** Omits the target's credential. */
  readonly anonymous?: boolean;
}

/** The `send` fixture: `send.post(path, { body, headers })` and `send.get(path)`, with a path below TARGET_BASE_URL. */
export interface Send {
  get(path: string, options?: SendOptions): Promise<SendResponse>;
  post(path: string, options?: SendOptions): Promise<SendResponse>;
}

export function createSend(session: Session, testInfo: TestInfo): Send {
  let sent = 0;
  const send = async (method: 'GET' | 'POST', path: string, options: SendOptions): Promise<SendResponse> => {
    const [bare = '', query] = path.split('?', 2);
    if (!bare.startsWith('/'))
      throw new Error(`The path "${path}" must begin with a slash; it is relative to TARGET_BASE_URL.`);
    sent += 1;
    const { body } = options;
    const credential =
      options.anonymous === true ? [] : presentText('bearer', await session.tokens.current());
    const request = {
      body: Buffer.isBuffer(body) || body === undefined ? body : jsonBytes(body),
      query,
      headers: options.headers ?? [],
    };
    const id = `${testInfo.testId}#${sent}`;
    return test.step(`${method} ${bare}`, async (step) => {
      const exchange = await session.wire.send(id, { method, path: bare }, request, credential);
      session.journal.exchange(exchange);
      await step.attach(id, {
        body: JSON.stringify(toStored(exchange), null, 2),
        contentType: 'application/json',
      });
      await step.attach(`response to ${method} ${bare}`, {
        body: answerText(exchange),
        contentType: 'text/plain',
      });
      return responseOf(exchange);
    });
  };
  return {
    get: (path, options = {}) => send('GET', path, options),
    post: (path, options = {}) => send('POST', path, options),
  };
}

/** What Playwright prints below a failed test: status, media type and body, without characters that a terminal obeys. */
function answerText({ answer, failure }: Exchange): string {
  if (answer === undefined) return failure?.message ?? 'No answer.';
  const [mediaType = 'without a Content-Type'] = headerValues(answer.headers, 'content-type');
  return `${answer.status} ${mediaType}\n${bodyOf(answer)}`.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}

function responseOf(exchange: Exchange): SendResponse {
  const { answer, failure } = exchange;
  if (answer === undefined) throw new Error(failure?.message ?? 'No answer.');
  return {
    exchange,
    status: () => answer.status,
    headersArray: () => answer.headers.map(([name, value]) => ({ name, value })),
    body: () => bodyOf(answer),
    text: () => bodyOf(answer).toString('utf8'),
    json: () => JSON.parse(bodyOf(answer).toString('utf8')) as unknown,
  };
}
