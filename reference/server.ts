import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Behaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Ledger } from './ledger.ts';
import { type Operation, routes } from './operation.ts';
import { answerAuxiliary, answerCall, answerRefusal } from './pipeline.ts';
import { refused } from './refusal.ts';
import { answerUnreadable } from './unreadable-request.ts';

export interface RunningServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const oneMebibyte = 1024 * 1024;

/**
 * Serves a behaviour on 127.0.0.1. fastify routes and reads bodies; the behaviour decides on the response and how it is
 * sent.
 * @param prefix path before /v2, such as `/ledger`, or ''
 * @param port 0 picks a free one
 */
export async function serve(
  behaviour: Behaviour,
  ledger: Ledger,
  prefix: string,
  port: number,
): Promise<RunningServer> {
  let calls = 0;
  let working = 0;

  const startCall = (raw: IncomingMessage, body: unknown, operation: Operation | undefined): Call => {
    calls += 1;
    return {
      operation,
      method: raw.method ?? '',
      target: raw.url ?? '',
      headers: raw.headers,
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      ordinal: calls,
      inFlight: () => working,
      ledger,
      claims: undefined,
      input: undefined,
      forgiven: false,
    };
  };

  const handle = async (
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation,
  ): Promise<void> => {
    reply.hijack();
    const call = startCall(request.raw, request.body, operation);
    working += 1;
    try {
      await behaviour.deliver(await answerCall(behaviour, call, operation), reply.raw, call);
    } finally {
      working -= 1;
    }
  };

  const refuse = async (
    raw: IncomingMessage,
    response: ServerResponse,
    code: ErrorCode,
    cause: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const call = startCall(raw, undefined, undefined);
    await behaviour.deliver(
      await answerRefusal(behaviour, call, refused(code, cause, { headers })),
      response,
      call,
    );
  };

  const app = fastify({
    bodyLimit: behaviour.bodyLimit ?? oneMebibyte,
    forceCloseConnections: true,
    keepAliveTimeout: 10 * 60_000,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => answerUnreadable(error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.hijack();
      void refuse(
        request.raw,
        reply.raw,
        'UNKNOWN_RESOURCE',
        `${error.message}. Check the path of the request.`,
      );
    },
  });
  if (behaviour.ignoresContentType === true) {
    app.addHook('onRequest', (request, _reply, done) => {
      delete request.raw.headers['content-type'];
      done();
    });
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  for (const { method, path, operation } of routes) {
    app.route({ method, url: prefix + path, handler: (request, reply) => handle(request, reply, operation) });
  }
  for (const { method, path, answer } of behaviour.auxiliaryEndpoints ?? []) {
    app.route({
      method,
      url: `${prefix}/v2${path}`,
      handler: async (request, reply) => {
        reply.hijack();
        const call = startCall(request.raw, request.body, undefined);
        const { id = '' } = request.params as { readonly id?: string };
        await behaviour.deliver(
          await answerAuxiliary(behaviour, call, () => answer(call, id)),
          reply.raw,
          call,
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    const path = request.raw.url?.split('?')[0];
    const route = routes.find((each) => prefix + each.path === path);
    if (route === undefined) {
      return refuse(request.raw, reply.raw, 'UNKNOWN_RESOURCE', 'No operation has this path; check it.');
    }
    const allow = { Allow: route.method === 'GET' ? 'GET, HEAD' : route.method };
    return refuse(request.raw, reply.raw, 'METHOD_NOT_ALLOWED', `Use ${route.method} on this path.`, allow);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    reply.hijack();
    return refuse(request.raw, reply.raw, codeOf(error), `${error.message}.`, { Connection: 'close' });
  });

  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server has no port; use another host.');
  return { port: address.port, close: () => app.close() };
}

function codeOf(error: FastifyError): ErrorCode {
  if (error.statusCode === 413) return 'REQUEST_TOO_LARGE';
  if (error.statusCode === 415) return 'UNSUPPORTED_MEDIA_TYPE';
  return (error.statusCode ?? 500) < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL_ERROR';
}
