import { type Reason, reasonOf } from '../journal/reason.ts';
import { boundsFor } from '../wire/bounds.ts';
import { buildCase } from './case-builder.ts';
import type { JudgedCheck } from './check.ts';
import type { Conducting } from './create-run.ts';
import { isNeverAnswered, judgeCase } from './judge-case.ts';
import type { JudgedCase, Session } from './session.ts';

/** A check stops sending after this many unanswered cases. */
export const unansweredAtMost = 3;

/** Callbacks for the progress of a check. */
export interface Heard {
  readonly onCase?: (judged: JudgedCase) => void;
  readonly notExercised?: (reason: Reason) => void;
  readonly giveUp?: (reason: Reason) => void;
}

/** What a check is conducted in if its requests are sent: each case is judged as it ends. */
export function liveCases(session: Session, check: JudgedCheck, heard: Heard = {}): Conducting {
  const counts = { confirmed: 0, unanswered: 0 };
  let isGivenUp = false;
  return {
    ...session,
    notExercised: (reason) => heard.notExercised?.(reason),
    giveUp(reason) {
      isGivenUp = true;
      heard.giveUp?.(reason);
    },
    open(draft, origin) {
      const { mayHang } = draft;
      // Each unanswered request takes the full timeout, so a few of them are enough.
      if (counts.unanswered >= unansweredAtMost || isGivenUp) return undefined;
      if (mayHang === true && session.hang.wasSeen) {
        // A case of another requirement only adds to what that requirement's own check decides.
        if (draft.as === undefined) heard.giveUp?.(reasonOf('hung-before'));
        return undefined;
      }
      const { wire, tokenText, health, clock, moment, timeoutMs } = session;
      const bounds = boundsFor(timeoutMs);
      const built = buildCase({ ...origin, wire, tokenText, health, clock, moment, bounds }, draft);
      return {
        ...built,
        async end() {
          await built.idle();
          const judged = await judgeCase(session, check, built, counts);
          if (judged === undefined) return;
          if (mayHang === true && isNeverAnswered(judged.record)) session.hang.wasSeen = true;
          heard.onCase?.(judged);
        },
      };
    },
  };
}
