import { collect, type Sink } from '../../journal/judgement.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { finalAttempts } from '../answers/final-attempts.ts';
import { judgeInto } from '../answers/judge-answers.ts';
import type { Judge } from '../judge.ts';
import { comparison, contradiction } from './comparison.ts';
import { type Said, saidIn } from './said.ts';

const operation = 'generate-topology';

/** What must hold between answers: the same key has the same fingerprint, and so on (rulings 8 to 10). */
export const relationRequirements: readonly string[] = [...comparison.requirements, 'GT-OPEN-DETERMINISM'];

/** Judges each answer on its own, then compares the successes of the case (rulings 8 to 10). */
export const judgeRelations: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const answered = finalAttempts(record).filter(({ answer }) => answer !== undefined);
    compareSuccesses(
      sink,
      answered.map(({ last }) => last.exchange),
      context.profile,
    );
    return control;
  });

/** Compares those of the exchanges that are successes. */
export function compareSuccesses(sink: Sink, exchanges: readonly Exchange[], profile: Profile): void {
  const all = exchanges.flatMap((exchange) => {
    const said = saidIn(exchange);
    return said === undefined ? [] : [{ said, request: exchange.request.body.toString('latin1') }];
  });
  comparison.compare(
    sink,
    all.map(({ said }) => said),
  );
  judgeDeterminism(sink, all, profile);
}

/** A success with the bytes of its request. */
interface Success {
  readonly said: Said;
  readonly request: string;
}

/** Determinism is only observed, unless the profile pins it. */
function judgeDeterminism(sink: Sink, all: readonly Success[], profile: Profile): void {
  const pinned = profile.pinned?.find(({ requirement }) => requirement === 'GT-OPEN-DETERMINISM');
  const first = new Map<string, Said>();
  for (const { said: one, request } of all) {
    const earlier = first.get(request);
    if (earlier === undefined) first.set(request, one);
    else {
      const same =
        earlier.transactions.value === one.transactions.value &&
        earlier.multiHash.value === one.multiHash.value;
      sink.observe(
        'GT-OPEN-DETERMINISM',
        operation,
        same ? 'the same request gives the same answer' : 'the same request gives other bytes',
      );
      if (pinned === undefined) continue;
      sink.judged(pinned.requirement);
      if (same) continue;
      sink.finding({
        requirement: pinned.requirement,
        operation,
        kind: 'answer-varies',
        pointer: '/topologyTransactions',
        promise: { profile, entry: pinned, instead: true },
        ...contradiction([earlier, one], 'multiHash'),
      });
    }
  }
}
