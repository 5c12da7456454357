import type { Steps } from './check.ts';
import { idleSince } from './line-history.ts';
import { type OwnStep, play } from './play.ts';
import type { Session } from './session.ts';

/** What a driver needs of a session. */
export interface Driven {
  readonly wire: Pick<Session['wire'], 'openLine'>;
  readonly clock: Session['clock'];
}

/** Takes the steps of a check in a session: sends its requests, waits its pauses, and judges its cases as they end. */
export function drive<T>(session: Driven, steps: Steps<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    play(
      steps,
      (step, goOn) => {
        take(session, step).then(
          (result) => goOn({ result }),
          (error) => goOn({ error }),
        );
      },
      (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.result)),
    );
  });
}

async function take({ wire, clock }: Driven, step: OwnStep): Promise<unknown> {
  switch (step.do) {
    case 'send':
      return step.in.send(step.as, step.request, step.credential);
    case 'end':
      return step.case.end();
    case 'pause': {
      const over = step.idle === undefined ? 0 : clock.now() - idleSince(step.idle);
      return over < step.ms ? clock.wait(step.ms - over) : undefined;
    }
    case 'open-line':
      return wire.openLine();
    case 'close-line':
      return step.line.close();
  }
}
