import type { CaseDraft } from '../../engine/case-builder.ts';
import type { RequestRole } from '../../engine/case-parts.ts';
import type { Conductor } from '../../engine/conductor.ts';
import { type Outcome, type OwnStep, play } from '../../engine/play.ts';
import type { Sendable } from '../../engine/sent-request.ts';
import type { Step, Steps } from '../../engine/steps.ts';
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
export const openCase = {
  include: () => undefined,
  record: () => ({ attempts: [] }),
  *send(as: RequestRole, request: Sendable, credential: Sent['credential']): Steps<Exchange> {
    return yield { do: 'send', in: openCase as unknown as Sent['in'], as, request, credential };
  },
};

/** A conductor with these facts, of which each case is told to `heard`. */
export function conductorOf(
  of: Partial<Conductor>,
  heard: (draft: CaseDraft) => void = () => undefined,
): Conductor {
  return {
    *inCase(draft: CaseDraft, send: Parameters<Conductor['inCase']>[1]) {
      heard(draft);
      yield* send(openCase as unknown as Parameters<typeof send>[0]);
    },
    ...of,
  } as Conductor;
}
