import type { Call } from '../call.ts';
import { type Pipeline, take } from '../pipeline.ts';
import { refused } from '../refusal.ts';
import type { OwnRequest, OwnResponse, OwnRoute } from './own-route.ts';

/** What a path matched, and the prefix in front of it. */
interface Matched {
  readonly prefix: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Takes a call through the check of its credential, unless the route needs none, to the route's response. A route that
 * throws or responds with something else gets 500, and a warning says what it did.
 */
export async function answerOwnRoute(
  pipeline: Pipeline,
  call: Call,
  route: OwnRoute,
  matched: Matched,
): Promise<void> {
  if (route.anonymous !== true) await take(pipeline, call, ['arrive', 'token', 'claims']);
  if (call.refusal !== undefined) return take(pipeline, call, ['answer', 'encode']);
  try {
    fillWith(call, await route.answer(requestOf(call, matched)));
  } catch (error) {
    const said = error instanceof Error ? error.stack : String(error);
    process.emitWarning(`The route ${route.method} ${route.path} failed: ${said}`);
    const cause = `The route ${route.method} ${route.path} failed; the server's standard error says why.`;
    call.refusal = refused('INTERNAL_ERROR', cause);
    await take(pipeline, call, ['answer', 'encode']);
  }
}

function requestOf({ method, target, headers, body }: Call, { prefix, params }: Matched): OwnRequest {
  const [path = '', query = ''] = target.slice(prefix.length).split(/\?(.*)/s);
  return { method, path, params, query: new URLSearchParams(query), headers, body };
}

function fillWith(call: Call, { status, headers, body }: OwnResponse): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`It must return a status from 200 to 599, not ${status}.`);
  const { type, bytes } = contentOf(body);
  call.status = status;
  call.responseHeaders = { ...(type !== undefined && { 'Content-Type': type }), ...headers };
  call.bytes = bytes;
}

function contentOf(body: unknown): { readonly type?: string; readonly bytes: Buffer } {
  if (body === undefined) return { bytes: Buffer.alloc(0) };
  if (Buffer.isBuffer(body)) return { bytes: body };
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', bytes: Buffer.from(body) };
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
}
