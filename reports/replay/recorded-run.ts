import type { CaseSeries } from '../../engine/case-series.ts';
import type { Conducting } from '../../engine/create-conductor.ts';
import type { Driven } from '../../engine/drive.ts';
import { credentialsOf, senderOf, tokenTextsOf } from '../../engine/open-session.ts';
import type { Session } from '../../engine/session.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import type { RunHeader, RunInputs } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { bodiesKnown, type KnownBodies } from '../../settings/execute-bodies.ts';
import type { Effort, Settings } from '../../settings/settings.ts';
import { boundsFor, boundsIfBusy } from '../../wire/bounds.ts';
import { formOf } from '../../wire/media-type.ts';
import { createRedactor } from '../../wire/redact.ts';
import type { ConductDifference } from './conduct-difference.ts';
import type { RecordedCases } from './recorded-attempts.ts';
import { recordedCase } from './recorded-case.ts';
import type { Recording } from './recorded-wire.ts';
import { standInTokens } from './stand-in-token.ts';

/** A recorded run, and what was generated again so far. */
export interface Recorded {
  readonly journal: RunJournal;
  readonly facts: TargetFacts;
  readonly inputs: RunInputs;
  readonly cases: ReadonlyMap<string, CaseLine>;
  readonly differences: ConductDifference[];
  /** The exchanges that were sent again. */
  readonly sent: Set<string>;
  /** The cases that were generated again. */
  readonly generated: Set<string>;
  /** The answers that valid requests got which were sent to compare, by operation and form. */
  readonly controls: ReadonlySet<string>;
}

export function recordedIn(journal: RunJournal): Recorded | undefined {
  const { facts, inputs } = journal.preflight ?? {};
  if (facts === undefined || inputs === undefined) return undefined;
  return {
    journal,
    facts,
    inputs,
    cases: new Map(journal.cases.map((line) => [line.id, line])),
    differences: [],
    sent: new Set(),
    generated: new Set(),
    controls: new Set(controlsIn(journal)),
  };
}

/** Only cases that say so need them. */
function* controlsIn({ cases, exchanges }: RunJournal): Generator<string> {
  if (!cases.some(({ facts }) => 'shutOut' in facts)) return;
  for (const { operation, attempts } of cases)
    for (const { role, exchange } of attempts) {
      const answer = role === 'control' ? exchanges.get(exchange)?.answer : undefined;
      if (answer !== undefined) yield `${operation} ${formOf(answer)}`;
    }
}

/** How requests are made again, and tokens in place of those of the run. */
export function standIns({ journal, facts, inputs, differences, sent }: Recorded) {
  const redactor = createRedactor();
  const atSeconds = Math.floor(Date.parse(journal.header.startedAt) / 1_000);
  const recording: Recording = {
    sender: {
      base: new URL(facts.baseUrl),
      gateway: inputs.gateway,
      ...senderOf(settingsOf(journal.header)),
    },
    redactor,
    exchanges: journal.exchanges,
    sent: (id) => sent.add(id),
    differs: (difference) => differences.push({ kind: 'request', ...difference }),
  };
  return { recording, redactor, tokens: standInTokens(inputs, redactor, atSeconds) };
}

/** The settings that requests follow from. */
export function settingsOf({
  run: { seed, nonce, effort, disguise, userAgent },
}: RunHeader): Session['settings'] & Pick<Settings, 'userAgent'> {
  return { seed, nonce, effort: effort as Effort, disguise: disguise === true, userAgent };
}

/** Nothing takes time, and connections are only told apart. */
export const driven: Driven = {
  wire: { openLine: () => ({ close: async () => {} }) },
  clock: { now: () => 0, wait: async () => {} },
};

/** What a part of a run is conducted in again. */
interface PartAgain {
  readonly series?: CaseSeries;
  readonly known?: KnownBodies;
  /** Whether an earlier check has left connections idle. */
  readonly hasIdle?: boolean;
  /** Whether cases may be missing: the run was stopped by the target. */
  readonly mayLack: (isRisky: boolean) => boolean;
  readonly heard?: Partial<Pick<Conducting, 'giveUp' | 'notExercised'>> & { readonly onCase?: () => void };
}

/** Conducts parts of a run in its record. */
export function recordedParts(run: Recorded) {
  const { inputs, journal, cases, differences, generated, controls } = run;
  const facts = run.facts;
  const { recording, redactor, tokens } = standIns(run);
  tokens.heed(facts);
  const recorded: RecordedCases = {
    ...recording,
    tokenText: tokenTextsOf(tokens, redactor, journal.header.run),
    bounds: boundsIfBusy(boundsFor(inputs.timeoutMs)),
    differs: (difference) => differences.push(difference),
    isShutOut: (operation, form) => controls.has(`${operation} ${form}`),
  };
  const conductingOf = (
    { series, known, hasIdle = false, mayLack, heard = {} }: PartAgain,
    operation: Operation,
  ): Conducting => ({
    settings: settingsOf(journal.header),
    series,
    facts,
    credentials: credentialsOf(tokens, facts),
    bodies: bodiesKnown(inputs.executeBodies, known ?? { accepted: [], reuse: 'unknown' }),
    idleLines: new Map(hasIdle ? [[operation, [1, 2].map(() => driven.wire.openLine())]] : []),
    giveUp: (reason) => heard.giveUp?.(reason),
    notExercised: (reason) => heard.notExercised?.(reason),
    open(draft, origin) {
      const line = cases.get(origin.id);
      if (line === undefined) {
        if (!mayLack(draft.mayHang === true)) differences.push({ kind: 'missing-case', case: origin.id });
        return undefined;
      }
      generated.add(origin.id);
      heard.onCase?.();
      return recordedCase(recorded, origin, draft, line);
    },
  });
  return { conductingOf, tokens };
}

export type Parts = ReturnType<typeof recordedParts>;
