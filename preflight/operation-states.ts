import { inDrawnOrder } from '../generators/sampling.ts';
import { bytesFrom } from '../generators/seeding.ts';
import { limitReasons, reasonOf } from '../journal/reason.ts';
import type { OperationState, TargetFacts } from '../journal/target-facts.ts';
import { answersAsItself, responseText } from '../judges/answers/answers-as-itself.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { type Exchange, isOfLimits } from '../wire/exchange.ts';
import { isBusy } from '../wire/retry.ts';

/** Whether the credential was rejected. */
export function isRejected({ answer }: Exchange): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** Whether the credential was accepted: the response, whatever it is, does not reject it. */
export function isTaken(exchange: Exchange): boolean {
  return exchange.answer !== undefined && exchange.failure === undefined && !isRejected(exchange);
}

/** A late answer is no breach, but none is one (ruling 38). If no operation answers, there is no verdict anyway. */
export async function askAgainPatiently(
  bearer: Map<Operation, Exchange>,
  ask: (operation: Operation) => Promise<Exchange>,
): Promise<void> {
  const silent = [...bearer].filter(([, { failure }]) => failure?.kind === 'timeout');
  await Promise.all(
    silent.map(async ([operation]) => {
      bearer.set(operation, await ask(operation));
    }),
  );
}

/** Something was received, and without a timeout. */
export function isQuick(exchange: Exchange | undefined): boolean {
  return exchange?.answer !== undefined && !['timeout', 'slow'].includes(exchange.failure?.kind ?? '');
}

/** How each operation responded under both schemes. */
export function stateOf(
  bearer: Map<Operation, Exchange>,
  apiKey: Map<Operation, Exchange>,
): Record<Operation, OperationState> {
  return Object.fromEntries(
    operationStems.map((operation) => {
      const first = bearer.get(operation);
      const isOther = first !== undefined && answersAsItself(operation, first) === false;
      const seen = isOther ? { seen: responseText(first) } : {};
      return [operation, { ...state(first, apiKey.get(operation)), ...seen }];
    }),
  ) as Record<Operation, OperationState>;
}

function state(...exchanges: (Exchange | undefined)[]): OperationState {
  const met = exchanges.filter((exchange) => exchange !== undefined);
  const whole = met.filter((exchange) => exchange.failure === undefined && exchange.answer !== undefined);
  const limit = met.map(({ failure }) => failure?.kind ?? '').find(isOfLimits);
  if (whole.length === 0 && limit !== undefined)
    return { state: limit, detail: reasonOf(limitReasons[limit]).text };
  if (whole.length === 0)
    return {
      state: 'silent',
      detail: reasonOf('preflight-silent', met[0]?.failure?.message ?? 'No answer.').text,
      exchanges: met.map(({ id }) => id),
    };
  if (whole.every(({ answer }) => answer !== undefined && isBusy(answer)))
    return { state: 'busy', detail: reasonOf('preflight-busy', whole[0]?.answer?.status ?? 0).text };
  if (met.every((exchange) => exchange.failure === undefined && isRejected(exchange))) {
    const statuses = [...new Set(whole.map((exchange) => exchange.answer?.status))].join(' and ');
    return { state: 'refuses-token', detail: reasonOf('token-rejected', statuses).text };
  }
  return { state: 'answers', detail: '' };
}

/**
 * How a preflight begins in a disguised run. Otherwise it is always the same: each operation at once, then the forms of the
 * credential, one after the other, which is easily recognized.
 */
export interface OrdinaryStart {
  /** Waits like a client; verification does not. */
  readonly pause: (ms: number) => Promise<void>;
  /** Ordinary traffic, for which these facts are enough; it comes before anything that no ordinary client sends. */
  readonly traffic?: (facts: TargetFacts) => Promise<void>;
}

/** How many valid listings come first, at least, and how many more may be drawn. */
const listings = { least: 2, more: 1 } as const;

/** Between two requests, in milliseconds. */
const pauses = { least: 100, more: 500 } as const;

/** The requests of a preflight in a drawn order, one by one, with valid listings in front of them and between them. */
export interface AmongTraffic {
  /** Sends listings like a client that has nothing else to do. */
  begin(): Promise<void>;
  /** Asks each operation, with pauses; the answers are in the order of the operations. */
  each<T>(operations: readonly Operation[], ask: (operation: Operation) => Promise<T>): Promise<T[]>;
}

/**
 * @param list sends a valid listing
 * @param identity seed and nonce of the run
 */
export function amongTraffic(
  { pause }: OrdinaryStart,
  list: () => Promise<unknown>,
  identity: string,
): AmongTraffic {
  let turns = 0;
  const drawn = (): Buffer => {
    turns += 1;
    return bytesFrom(['ordinary start', identity, turns], 2);
  };
  const rest = async (): Promise<void> => {
    const [byte = 0, coin = 0] = drawn();
    await pause(pauses.least + (byte * pauses.more) / 255);
    if (coin % 2 === 0) return;
    await list();
    await pause(pauses.least + (coin * pauses.more) / 255);
  };
  return {
    async begin() {
      const [byte = 0] = drawn();
      for (let sent = 0; sent < listings.least + (byte % (listings.more + 1)); sent += 1) {
        await list();
        await pause(pauses.least + (byte * pauses.more) / 255);
      }
    },
    async each(operations, ask) {
      turns += 1;
      const answers = new Map<Operation, Awaited<ReturnType<typeof ask>>>();
      for (const operation of inDrawnOrder(operations, 'ordinary start', identity, turns)) {
        await rest();
        answers.set(operation, await ask(operation));
      }
      return operations.flatMap((operation) => {
        const answer = answers.get(operation);
        return answer === undefined ? [] : [answer];
      });
    },
  };
}

/** Everything at once, and nothing else. */
export const allAtOnce: AmongTraffic = {
  begin: async () => undefined,
  each: (operations, ask) => Promise.all(operations.map(ask)),
};
