import type { Circumstance } from '../journal/circumstances.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { type JsonObject, readObject } from '../json/read-json.ts';
import { definitionOf } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { schema } from '../schemas/schema.ts';
import type { Header } from '../wire/credential.ts';
import type { OperationRequest } from '../wire/plan-request.ts';
import type { Run } from './check.ts';

/** The client of a request that is sent as the suite itself. */
const ownClient = 'suite';

/** Under which circumstances a request is sent, read from the request itself and the headers of its credential. */
export function circumstanceOf(
  { operation, facts }: Pick<Run, 'operation' | 'facts'>,
  request: OperationRequest,
  headers: readonly Header[],
): Circumstance {
  const { body, style, written } = request;
  // An empty body can be chunked too.
  const isFramed = written === undefined && definitionOf(operation).input === 'body';
  const object = body === undefined ? undefined : readObject(body);
  const fields = optionalFieldsOf(operation, facts, { query: request.query, object });
  const keyType = object === undefined ? undefined : definitionOf(operation).keyType?.(object);
  const scheme = schemeOf(headers);
  return {
    // A request that is written byte by byte has the head of no client.
    client: written === undefined ? (style?.client.id ?? ownClient) : undefined,
    scheme,
    connection: connectionOf(request),
    ...(isFramed
      ? { framing: request.isChunked === true ? 'chunked' : (style?.exact?.framing ?? 'length') }
      : {}),
    'key-type': keyType,
    'optional-fields': fields,
  };
}

/** Undefined without a credential, and under schemes that the document does not have. */
function schemeOf(headers: readonly Header[]): string | undefined {
  const named = (wanted: string): Header | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted);
  const start = named('authorization')?.[1];
  const isBearer =
    typeof start === 'string' ? /^bearer\b/i.test(start) : start !== undefined && 'scheme' in start;
  const isApiKey = named('sec-websocket-protocol') !== undefined;
  if (isBearer && isApiKey) return 'both';
  return isBearer ? 'bearer' : isApiKey ? 'api-key' : undefined;
}

function connectionOf({ connection = 'kept', style, written }: OperationRequest): string {
  if (typeof connection === 'object') return 'in-sequence';
  if (style?.exact?.keptFor !== undefined) return connection;
  return style?.exact !== undefined || written !== undefined ? 'fresh' : connection;
}

/** Which optional fields of the body, or documented parameters of the query, a request has. */
function optionalFieldsOf(
  operation: Operation,
  { pageSizeParameter, pageTokenParameter }: TargetFacts,
  { query = '', object }: { readonly query: string | undefined; readonly object: JsonObject | undefined },
): string | undefined {
  if (definitionOf(operation).input === 'query') {
    const has = (name: string): boolean => query.split('&').some((pair) => pair.split('=')[0] === name);
    return asText([
      ...(has(pageSizeParameter) ? ['page size'] : []),
      ...(has(pageTokenParameter) ? ['page token'] : []),
    ]);
  }
  return object === undefined ? undefined : asText(optionalNames(operation).filter((name) => name in object));
}

function asText(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function optionalNames(operation: Operation): readonly string[] {
  const { properties = {}, required = [] } = schema(`${operation}.request`) as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return Object.keys(properties).filter((name) => !required.includes(name));
}
