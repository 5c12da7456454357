import { type Reason, reasonOf } from '../journal/reason.ts';
import { responseText } from '../judges/answers/answers-as-itself.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';
import { formOf } from '../wire/media-type.ts';

/** The parameters of a reason: what is answered, since when (ISO 8601), and the ids of the first such exchange and the one before it. */
type Shown = readonly [words: string, since: string, first: string, behind: string];

/** Whether only one request got an answer, or valid ones too: for a while, or for good. */
export type Found = 'only-this' | 'over' | 'certain';

/** The form of the answer of an exchange. */
export function formIn({ answer }: Exchange): string {
  return answer === undefined ? 'none' : formOf(answer);
}

/**
 * What an operation answers to every request from one moment on, valid ones included: a ban, a gateway in front, a lockout. Nobody
 * can tell whether the target or something in front of it shuts the run out, so it is inconclusive (rulings 26 and 46), unless
 * other operations still answer at the end of the run: then the operation has stopped, which is one breach of its success
 * (final-liveness.ts).
 */
export function createShutOuts() {
  const streaks = new Map<Operation, { form: string; first: Exchange; behind: string }>();
  const said = new Map<string, readonly string[]>();
  const last = new Map<Operation, string>();
  const known = new Map<Operation, { readonly form: string; readonly shown: Shown }>();
  return {
    /** Investigations in progress, by operation and form of the answer. */
    underWay: new Map<string, Promise<Found>>(),
    /** Operations and forms of which a pause has shown that valid requests get another answer. */
    ofInputs: new Set<string>(),
    /** Remembers what an exchange says: another case may have the same as its valid control. */
    says: (exchange: string, shutOut: readonly string[]) => void said.set(exchange, shutOut),
    said: (exchange: string) => said.get(exchange),
    /** Remembers since when the operation gives the same answer. */
    took(operation: Operation, exchange: Exchange): void {
      const form = formIn(exchange);
      if (streaks.get(operation)?.form !== form)
        streaks.set(operation, { form, first: exchange, behind: last.get(operation) ?? 'none' });
      last.set(operation, exchange.id);
    },
    /** Why nothing more is sent to the operation; undefined if it is not shut out, or not with this form of answer. */
    of(operation: Operation, form?: string): Reason | undefined {
      const found = known.get(operation);
      return found === undefined || (form !== undefined && found.form !== form)
        ? undefined
        : reasonOf('shut-out', ...found.shown);
    },
    /** Whether it is certain of another operation that it gives this answer to everything. */
    isKnown: (form: string) => [...known.values()].some((each) => each.form === form),
    /** The operation is shut out for certain. */
    certain(operation: Operation, exchange: Exchange): Shown {
      const form = formIn(exchange);
      const other = [...known.values()].find((each) => each.form === form);
      const { first, behind } = streaks.get(operation) ?? { first: exchange, behind: 'none' };
      const since = new Date(first.at ?? 0).toISOString();
      const found = other ?? { form, shown: [responseText(first), since, first.id, behind] as const };
      known.set(operation, found);
      return found.shown;
    },
  };
}
