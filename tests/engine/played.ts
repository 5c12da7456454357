import type { Case, OpenCase, RequestRole, Run, Sendable, Step, Steps } from '../../engine/check.ts';
import { type Outcome, type OwnStep, play } from '../../engine/play.ts';
import type { Exchange } from '../../wire/exchange.ts';

type Sent = Extract<Step, { readonly do: 'send' }>;

/** The result of steps each of which ends at once: requests with the answers that a test gives. */
export function played<T>(
  steps: Steps<T>,
  answer: (
    request: Exclude<Sendable, (...any: never) => unknown>,
    as: RequestRole,
  ) => Partial<Exchange> = () => ({}),
): T {
  let ended: Outcome<T> | undefined;
  let sent = 0;
  const resultOf = (step: OwnStep): unknown => {
    if (step.do === 'open-line') return { close: async () => undefined };
    if (step.do !== 'send') return undefined;
    sent += 1;
    const request = typeof step.request === 'function' ? step.request(sent) : step.request;
    return { id: `${sent}`, ms: 1, ...answer(request, step.as) };
  };
  play(
    steps,
    (step, goOn) => goOn({ result: resultOf(step) }),
    (outcome) => {
      ended = outcome;
    },
  );
  if (ended === undefined) throw new Error('The steps did not end.');
  if ('error' in ended) throw ended.error;
  return ended.result;
}

/** A case of which nothing is recorded. */
const openCase = {
  include: () => undefined,
  record: () => ({ attempts: [] }),
  *send(as: RequestRole, request: Sendable): Steps<Exchange> {
    return yield { do: 'send', in: {} as Sent['in'], as, request };
  },
} as unknown as OpenCase;

/** A run with these facts, of which each case is told to `heard`. */
export function runOf(of: Partial<Run>, heard: (each: Case) => void = () => undefined): Run {
  return {
    *open(each: Case, steps: Parameters<Run['open']>[1]) {
      heard(each);
      if (each.control !== undefined && !('id' in each.control))
        yield* openCase.send('control', each.control);
      return yield* steps(openCase);
    },
    *send(each: Case) {
      heard(each);
      return yield* openCase.send('probe', each.request ?? {});
    },
    ...of,
  } as Run;
}
