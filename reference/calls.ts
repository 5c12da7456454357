import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuxiliaryEndpoint } from './auxiliary-endpoint.ts';
import type { Behaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { deliver } from './deliver.ts';
import type { Ledger } from './ledger.ts';
import type { Operation } from './operation.ts';
import { answerOwnRoute } from './own-routes/answer-own-route.ts';
import type { OwnRoute } from './own-routes/own-route.ts';
import { answerAuxiliary, answerCall, answerRefusal } from './pipeline.ts';
import type { Refusal } from './refusal.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Turns requests of fastify into calls, and delivers their answers as the behaviour does. */
export interface Calls {
  handlerOf(operation: Operation): Handler;
  auxiliaryHandlerOf(answer: AuxiliaryEndpoint['answer']): Handler;
  ownHandlerOf(route: OwnRoute, prefix: string): Handler;
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<void>;
}

/** Calls are numbered from 1; each knows how many are under way. */
export function createCalls(behaviour: Behaviour, ledger: Ledger): Calls {
  let calls = 0;
  let working = 0;
  const startCall = (
    { raw, body }: Pick<FastifyRequest, 'raw' | 'body'>,
    operation: Operation | undefined,
  ): Call => {
    calls += 1;
    return {
      operation,
      method: raw.method ?? '',
      target: raw.url ?? '',
      httpVersion: raw.httpVersion,
      headers: raw.headers,
      headerNames: raw.rawHeaders.filter((_, index) => index % 2 === 0),
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      connection: raw.socket,
      ordinal: calls,
      inFlight: () => working,
      ledger,
      claims: undefined,
      input: undefined,
      forgiven: false,
    };
  };
  return {
    handlerOf: (operation) => async (request, reply) => {
      reply.hijack();
      const call = startCall(request, operation);
      working += 1;
      try {
        await behaviour.deliver(await answerCall(behaviour, call, operation), reply.raw, call);
      } finally {
        working -= 1;
      }
    },
    auxiliaryHandlerOf: (answer) => async (request, reply) => {
      reply.hijack();
      const call = startCall(request, undefined);
      const { id = '' } = request.params as { readonly id?: string };
      const answered = await answerAuxiliary(behaviour, call, () => answer(call, id));
      await behaviour.deliver(answered, reply.raw, call);
    },
    // Faults and variants change how the three operations are delivered, not what a user adds to them.
    ownHandlerOf: (route, prefix) => async (request, reply) => {
      reply.hijack();
      const params = request.params as Readonly<Record<string, string>>;
      deliver(
        await answerOwnRoute(behaviour, startCall(request, undefined), route, { prefix, params }),
        reply.raw,
      );
    },
    async refuse(request, reply, refusal) {
      reply.hijack();
      const call = startCall({ raw: request.raw, body: undefined }, undefined);
      await behaviour.deliver(await answerRefusal(behaviour, call, refusal), reply.raw, call);
    },
  };
}
