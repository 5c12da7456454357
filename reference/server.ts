import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import fastify, { type FastifyError, type FastifyRequest } from 'fastify';
import type { AuxiliaryEndpoint } from './auxiliary-endpoint.ts';
import { createCalls } from './calls.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Ledger } from './ledger.ts';
import { routes } from './operation.ts';
import type { OwnRoute } from './own-routes/own-route.ts';
import type { Pipeline } from './pipeline.ts';
import { type Refusal, refused } from './refusal.ts';
import { answerUnreadable } from './unreadable-request.ts';

interface RunningServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** What a server reads of HTTP. */
export interface HttpSettings {
  /** Maximum request body in bytes; one mebibyte by default. */
  readonly bodyLimit?: number;
  /** Whether a body is read whatever its Content-Type, and without one. */
  readonly ignoresContentType?: boolean;
  /** Whether Expect changes nothing; otherwise HTTP answers 417 to an unknown one, and 100-continue with 100. */
  readonly ignoresExpectations?: boolean;
  /** Operations outside interface.md that preparing a run needs. */
  readonly auxiliaryEndpoints?: readonly AuxiliaryEndpoint[];
}

/**
 * Where a server is, and what it serves besides: `prefix` is a path before /v2, such as `/ledger`, or ''; port 0 picks a
 * free one.
 */
interface ServedAt {
  readonly prefix: string;
  readonly port: number;
  readonly ownRoutes: readonly OwnRoute[];
  /** Certificate and key, if it serves TLS. */
  readonly tls?: TlsOptions;
}

const oneMebibyte = 1024 * 1024;

/** In place of fastify's compilers of schemas, which it otherwise loads at once: that takes a tenth of a second. */
function noCompiler(): never {
  throw new Error('Routes of the reference server have no schemas; validate in their handlers.');
}

/** Serves a pipeline on 127.0.0.1. fastify routes and reads bodies; the stages decide on the response and how it is sent. */
export async function serve(
  pipeline: Pipeline,
  ledger: Ledger,
  http: HttpSettings,
  { prefix, port, ownRoutes, tls }: ServedAt,
): Promise<RunningServer> {
  const calls = createCalls(pipeline, ledger);
  const app = fastify({
    https: tls ?? null,
    bodyLimit: http.bodyLimit ?? oneMebibyte,
    forceCloseConnections: true,
    keepAliveTimeout: 10 * 60_000,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => answerUnreadable(error, socket),
    frameworkErrors: (error, request, reply) => {
      const cause = `${error.message}. Check the path of the request.`;
      void calls.refuse(request, reply, refused('UNKNOWN_RESOURCE', cause));
    },
  });
  if (http.ignoresContentType === true) {
    app.addHook('onRequest', (request, _reply, done) => {
      delete request.raw.headers['content-type'];
      done();
    });
  }
  if (http.ignoresExpectations === true)
    for (const event of ['checkExpectation', 'checkContinue'])
      app.server.on(event, (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const { method, path, operation } of routes) {
    const handler = calls.handlerOf(operation);
    app.route({ method, url: prefix + path, handler });
  }
  for (const route of ownRoutes)
    app.route({
      method: route.method,
      url: prefix + route.path,
      handler: calls.ownHandlerOf(route, prefix),
    });
  const known = [...routes, ...ownRoutes];
  const isKnown = (method: string, path: string): boolean =>
    known.some((route) => route.method === method && route.path === path);
  for (const { method, path, answer } of http.auxiliaryEndpoints ?? [])
    if (!isKnown(method, `/v2${path}`))
      app.route({ method, url: `${prefix}/v2${path}`, handler: calls.auxiliaryHandlerOf(answer) });
  app.setNotFoundHandler((request, reply) => calls.refuse(request, reply, notFound(request, prefix, known)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const headers = { Connection: 'close' };
    return calls.refuse(request, reply, refused(codeOf(error), `${error.message}.`, { headers }));
  });
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server has no port; use another host.');
  return { port: address.port, close: () => app.close() };
}

function notFound(
  { raw }: FastifyRequest,
  prefix: string,
  known: readonly Pick<OwnRoute, 'method' | 'path'>[],
): Refusal {
  const path = raw.url?.split('?')[0];
  const methods = known.filter((each) => prefix + each.path === path).map(({ method }) => method);
  if (methods.length === 0) return refused('UNKNOWN_RESOURCE', 'No operation has this path; check it.');
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: allowed.join(', ') };
  return refused('METHOD_NOT_ALLOWED', `Use ${methods.join(' or ')} on this path.`, { headers });
}

function codeOf(error: FastifyError): ErrorCode {
  if (error.statusCode === 413) return 'REQUEST_TOO_LARGE';
  if (error.statusCode === 415) return 'UNSUPPORTED_MEDIA_TYPE';
  return (error.statusCode ?? 500) < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL_ERROR';
}
