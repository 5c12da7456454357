import { allChecks, checkOfCase } from '../../checks/checks.ts';
import { conductUnhurried } from '../../checks/conduct/unhurried-traffic.ts';
import {
  expiryChecks,
  isAfterItsEnd,
  isOfUsedToken,
  type UsedToken,
  useToken,
  useTokenAgain,
} from '../../checks/conduct/used-token.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import type { CheckLine, RunHeader } from '../../journal/journal-line.ts';
import { type MemoryJournal, memoryJournal } from '../../journal/memory-journal.ts';
import type { RunInputs } from '../../journal/run-inputs.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import type { Profile } from '../../profiles/profile.ts';
import { isOfSeries } from '../../session/case-series.ts';
import type { Check } from '../../session/check.ts';
import { createHazards } from '../../session/hazards.ts';
import { createHealth, patienceFor } from '../../session/health.ts';
import { credentialsOf, senderOf, tokenTextsOf } from '../../session/open-session.ts';
import { runCheck } from '../../session/run-check.ts';
import type { Session } from '../../session/session.ts';
import { createExecuteBodies } from '../../settings/execute-bodies.ts';
import { isSelected } from '../../settings/selection.ts';
import type { Effort, Settings } from '../../settings/settings.ts';
import { createRedactor } from '../../wire/redact.ts';
import type { ConductDifference } from './conduct-difference.ts';
import { preflightAgain } from './preflight-again.ts';
import { type Part, type RecordedTime, recordedTime } from './recorded-time.ts';
import { recordedWire } from './recorded-wire.ts';
import { standInTokens } from './stand-in-token.ts';

/**
 * Conducts the checks of a run again, with its responses in place of a target: every case and every request must be the
 * one that this suite generates.
 * @returns the differences, none if the run is what its seed, nonce and responses lead to
 */
export async function conductAgain(journal: RunJournal, profile: Profile): Promise<ConductDifference[]> {
  const run = recordedIn(journal, profile);
  if (run === undefined) return [{ kind: 'no-inputs' }];
  await preflightOf(run);
  await usedTokenAgain(run);
  if (journal.header.run.disguise === true) await errandsAgain(run);
  const cases = casesByCheck(journal.cases.filter(({ id }) => !isOfNoCheck(id) && !isOfSoak(id)));
  for (const checks of byOperation(journal.checks)) await operationAgain(run, checks, cases);
  run.differences.push(...ofNoCase(run));
  return run.differences;
}

/** Conducts only the preflight of a run again. */
export async function conductPreflightAgain(
  journal: RunJournal,
  profile: Profile,
): Promise<ConductDifference[]> {
  const run = recordedIn(journal, profile);
  if (run === undefined) return [{ kind: 'no-inputs' }];
  await preflightOf(run);
  return run.differences;
}

function recordedIn(journal: RunJournal, profile: Profile): Recorded | undefined {
  const { facts, inputs } = journal.preflight ?? {};
  if (facts === undefined || inputs === undefined) return undefined;
  return { journal, profile, facts, inputs, differences: [], sent: new Set() };
}

async function preflightOf(run: Recorded): Promise<void> {
  const { facts, inputs, journal } = run;
  const { seed, nonce, disguise = false } = journal.header.run;
  const { wire, tokens } = standIns(run, async () => {});
  run.differences.push(
    ...(await preflightAgain({ facts, inputs, wire, tokens, identity: `${seed}/${nonce}`, disguise })),
  );
}

/** A recorded run, what differs in it so far, and which of its exchanges are sent again. */
interface Recorded {
  readonly journal: RunJournal;
  readonly profile: Profile;
  readonly facts: TargetFacts;
  readonly inputs: RunInputs;
  readonly differences: ConductDifference[];
  readonly sent: Set<string>;
}

/** A wire and tokens in place of those of the run. */
function standIns({ journal, facts, inputs, differences, sent }: Recorded, atEnd: RecordedTime['atEnd']) {
  const redactor = createRedactor();
  const atSeconds = Math.floor(Date.parse(journal.header.startedAt) / 1_000);
  const wire = recordedWire({
    sender: {
      base: new URL(facts.baseUrl),
      gateway: inputs.gateway,
      ...senderOf(settingsOf(journal.header)),
    },
    redactor,
    exchanges: journal.exchanges,
    atEnd,
    sent: (id) => sent.add(id),
    differs: (difference) => differences.push({ kind: 'request', ...difference }),
  });
  return { wire, redactor, tokens: standInTokens(inputs, redactor, atSeconds) };
}

/** The settings that requests follow from. */
function settingsOf({
  run: { seed, nonce, effort, disguise, userAgent },
}: RunHeader): Session['settings'] & Pick<Settings, 'userAgent'> {
  return { seed, nonce, effort: effort as Effort, disguise: disguise === true, userAgent };
}

/** A session that conducts again what a session of the run conducted, and its time. */
function sessionAgain(run: Recorded) {
  const { inputs, profile } = run;
  // What checks remember of a target is kept by the identity of its facts.
  const facts = structuredClone(run.facts);
  const time = recordedTime();
  const { wire, redactor, tokens } = standIns(run, time.atEnd);
  tokens.heed(facts);
  const session: Omit<Session, 'journal'> = {
    settings: settingsOf(run.journal.header),
    timeoutMs: inputs.timeoutMs,
    facts,
    profile,
    wire,
    tokens,
    credentials: credentialsOf(tokens, facts),
    tokenText: tokenTextsOf(tokens, redactor, run.journal.header.run),
    bodies: createExecuteBodies(inputs.executeBodies, undefined),
    health: createHealth(patienceFor(inputs.timeoutMs, inputs.bodyMebibytes), undefined, time.clock.now),
    hazards: createHazards(),
    clock: time.clock,
    moment: time.moment,
  };
  return { session, time };
}

async function operationAgain(
  run: Recorded,
  checks: readonly Conducted[],
  cases: ReadonlyMap<Check, readonly CaseLine[]>,
): Promise<void> {
  const { session, time } = sessionAgain(run);
  const parts = checks.map(({ check, line }) => {
    const again = memoryJournal();
    const conduct = () => runCheck({ ...session, journal: again }, check);
    return { line, again, cases: cases.get(check) ?? [], conduct };
  });
  await passAgain(run, time, parts);
}

/** A token that was used before its end and after it, each time in a session of its own, if the run did so. */
async function usedTokenAgain(run: Recorded): Promise<void> {
  const all = run.journal.cases.filter(({ id }) => isOfUsedToken(id));
  let used: UsedToken | undefined;
  const ways: readonly [cases: CaseLine[], conduct: (session: Session) => Promise<void>][] = [
    [
      all.filter(({ id }) => !isAfterItsEnd(id)),
      async (session) => {
        used = await useToken(session, expiryChecks);
      },
    ],
    [
      all.filter(({ id }) => isAfterItsEnd(id)),
      async (session) => {
        if (used !== undefined) await useTokenAgain(session, used);
      },
    ],
  ];
  for (const [cases, conduct] of ways) {
    if (cases.length === 0) continue;
    const { session, time } = sessionAgain(run);
    const again = memoryJournal();
    await passAgain(run, time, [{ cases, again, conduct: () => conduct({ ...session, journal: again }) }]);
  }
}

/** Whether a case comes before the checks or after them. */
function isOfNoCheck(id: string): boolean {
  return isOfUsedToken(id) || isOfSeries('unhurried', id);
}

/** What a disguised run begins with, whether or not there is any of it. */
async function errandsAgain(run: Recorded): Promise<void> {
  const { only } = run.journal.header.run;
  const all = run.journal.cases.filter(({ id }) => isOfSeries('unhurried', id));
  const { session, time } = sessionAgain(run);
  const parts = allChecks
    .filter((check) => check.errands !== undefined && isSelected(only ?? undefined, check))
    .map((check) => {
      const again = memoryJournal();
      const cases = all.filter(({ id }) => checkOfCase(id) === check);
      const own: Session = { ...session, journal: again, series: 'unhurried' };
      return { cases, again, conduct: () => conductUnhurried(own, check) };
    });
  await passAgain(run, time, parts);
}

/** A part of the run with the journal that it writes this time. */
interface PartAgain extends Part {
  readonly again: MemoryJournal;
  /** How it ended in the run, if it is a check. */
  readonly line?: CheckLine;
}

async function passAgain(
  { differences }: Recorded,
  time: RecordedTime,
  parts: readonly PartAgain[],
): Promise<void> {
  const notGenerated = await time.pass(parts);
  if (notGenerated !== undefined) differences.push({ kind: 'not-generated', exchange: notGenerated });
  else differences.push(...parts.flatMap(compare));
}

/** The drawn cases of a soak are judged again, but not generated again: most of them are only summed up. */
function isOfSoak(caseId: string): boolean {
  return caseId.includes('/soak-');
}

/** Exchanges of the preflight and of the final liveness check belong to no case. */
const outsideCases = /^(preflight|final-liveness)@/;

function ofNoCase({ journal, sent }: Recorded): ConductDifference[] {
  return [...journal.exchanges.keys()]
    .filter((id) => !sent.has(id) && !outsideCases.test(id) && !isOfSoak(id))
    .map((exchange) => ({ kind: 'of-no-case', exchange }));
}

function compare({ cases, line, again: { lines } }: PartAgain): ConductDifference[] {
  const again = new Map(lines.flatMap((each) => (each.type === 'case' ? [[each.id, each] as const] : [])));
  const recorded = new Set(cases.map(({ id }) => id));
  const ended = lines.find((each) => each.type === 'check');
  return [
    ...cases.flatMap((each): ConductDifference[] => {
      const generated = again.get(each.id);
      if (generated === undefined) return [{ kind: 'added-case', case: each.id }];
      return isStoredAs(generated, each) ? [] : [{ kind: 'other-case', case: each.id }];
    }),
    ...[...again.keys()]
      .filter((id) => !recorded.has(id))
      .map((id) => ({ kind: 'missing-case' as const, case: id })),
    ...(line === undefined || isStoredAs(ended, line)
      ? []
      : [{ kind: 'other-end' as const, check: `${line.requirement}@${line.operation}` }]),
  ];
}

function casesByCheck(cases: readonly CaseLine[]): Map<Check, CaseLine[]> {
  const by = new Map<Check, CaseLine[]>();
  for (const line of cases) {
    const check = checkOfCase(line.id);
    if (check !== undefined) by.set(check, [...(by.get(check) ?? []), line]);
  }
  return by;
}

/** A check and how it ended. */
interface Conducted {
  readonly check: Check;
  readonly line: CheckLine;
}

/** The checks that were conducted, in the order of the suite, for each operation. */
function byOperation(lines: readonly CheckLine[]): Conducted[][] {
  const by = new Map<string, Conducted[]>();
  for (const check of allChecks) {
    const line = lines.find(
      ({ requirement, operation, partition }) =>
        requirement === check.requirement && operation === check.operation && partition === undefined,
    );
    if (line !== undefined) by.set(check.operation, [...(by.get(check.operation) ?? []), { check, line }]);
  }
  return [...by.values()];
}
