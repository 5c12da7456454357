import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuxiliaryEndpoint } from './auxiliary-endpoint.ts';
import type { Call } from './call.ts';
import { plainly } from './deliver.ts';
import type { Ledger } from './ledger.ts';
import type { Operation } from './operation.ts';
import { answerOwnRoute } from './own-routes/answer-own-route.ts';
import type { OwnRoute } from './own-routes/own-route.ts';
import { type Pipeline, take, takeAuxiliary } from './pipeline.ts';
import type { Refusal } from './refusal.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Turns requests of fastify into calls, and sends their answers as the stages and rows decide. */
interface Calls {
  handlerOf(operation: Operation): Handler;
  auxiliaryHandlerOf(answer: AuxiliaryEndpoint['answer']): Handler;
  ownHandlerOf(route: OwnRoute, prefix: string): Handler;
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<void>;
}

/** Calls are numbered from 1; each knows how many are under way. */
export function createCalls(pipeline: Pipeline, ledger: Ledger): Calls {
  let calls = 0;
  let working = 0;
  const startCall = (
    { raw, body }: Pick<FastifyRequest, 'raw' | 'body'>,
    operation?: Operation,
    refusal?: Refusal,
  ): Call => {
    calls += 1;
    const call = callOf(
      { raw, body },
      { operation, refusal, ordinal: calls, inFlight: () => working, ledger },
    );
    pipeline.hooks.arrive(call);
    return call;
  };
  return {
    handlerOf: (operation) => async (request, reply) => {
      reply.hijack();
      const call = startCall(request, operation);
      working += 1;
      try {
        await take(pipeline, call, pipeline.order);
        await call.send(reply.raw, call);
      } finally {
        working -= 1;
      }
    },
    auxiliaryHandlerOf: (answer) => async (request, reply) => {
      reply.hijack();
      const call = startCall(request);
      const { id = '' } = request.params as { readonly id?: string };
      await takeAuxiliary(pipeline, call, () => answer(call, id));
      await call.send(reply.raw, call);
    },
    // Faults and variants change how the three operations are answered, not what a user adds to them.
    ownHandlerOf: (route, prefix) => async (request, reply) => {
      reply.hijack();
      const call = startCall(request);
      const params = request.params as Readonly<Record<string, string>>;
      await answerOwnRoute(pipeline, call, route, { prefix, params });
      plainly(reply.raw, call);
    },
    async refuse({ raw }, reply, refusal) {
      reply.hijack();
      const call = startCall({ raw, body: undefined }, undefined, refusal);
      await take(pipeline, call, pipeline.order);
      await call.send(reply.raw, call);
    },
  };
}

/** A call that has just arrived: nothing of it is read, and nothing of its response is made. */
function callOf(
  { raw, body }: Pick<FastifyRequest, 'raw' | 'body'>,
  known: Pick<Call, 'operation' | 'refusal' | 'ordinal' | 'inFlight' | 'ledger'>,
): Call {
  return {
    ...known,
    method: raw.method ?? '',
    target: raw.url ?? '',
    httpVersion: raw.httpVersion,
    headers: raw.headers,
    headerNames: raw.rawHeaders.filter((_, index) => index % 2 === 0),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    connection: raw.socket,
    token: undefined,
    claims: undefined,
    input: undefined,
    forgiven: false,
    skipped: [],
    request: undefined,
    result: undefined,
    status: 0,
    responseHeaders: {},
    value: undefined,
    text: undefined,
    bytes: Buffer.alloc(0),
    send: plainly,
  };
}
