import { livenessIn } from '../../cli/run/finish-run.ts';
import { unansweredIn } from '../../cli/run/read-run.ts';
import type { Check } from '../../engine/check.ts';
import { runCheck } from '../../engine/run-check.ts';
import { seedOf } from '../../generators/seeding.ts';
import type { MemoryJournal } from '../../journal/journal.ts';
import type { Footer, RunHeader } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { askAtEnd, type FinalLiveness } from '../../preflight/final-liveness.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { startReference } from '../../reference/start.ts';
import type { Variant } from '../../reference/variants/variant.ts';
import { aggregateJournal } from '../../reports/report/aggregation.ts';
import type { Report } from '../../reports/report/report.ts';
import { documentSha256 } from '../../requirements/document-digest.ts';
import { defaultSeed, type Effort } from '../../settings/settings.ts';
import { suiteName, suiteVersion } from '../../settings/suite.ts';
import { allChecks } from '../../specs/all.ts';
import { type InProcessRun, inSession } from './in-session.ts';
import type { Subject } from './subject.ts';

/** What running the checks against one changed server came to. */
export interface Proof {
  readonly id: string;
  readonly kind: Subject['kind'];
  /** Requirements of level MUST that judges condemned, as `id@operation`. */
  readonly condemnedBy: readonly string[];
  /** How often the fault showed in an answer, by its own count. */
  readonly fired: number;
  /** How much was sent in the end: of what shows always, `standard` only what `quick` had not found. */
  readonly effort: Effort;
  /** Where the checks could not run at all, or the server itself is wrong. */
  readonly error: string | null;
  readonly ms: number;
}

/** Bound of one answer, short: a server on this machine that is silent so long will stay silent. Milliseconds. */
const answerMs = 1_000;

/** What is drawn in a run. */
export interface Drawn {
  readonly seed: string;
  readonly nonce: string;
}

/** The same in every proof, so that it ends the same. */
const always: Drawn = { seed: defaultSeed, nonce: 'prove' };

/** What runs against a changed server: which checks, and how much of them. */
interface Stage {
  readonly checks: readonly Check[];
  readonly effort: Effort;
  /** Ends when a requirement that the fault names has condemned it: what follows cannot take that back. */
  readonly isUntilKilled?: true;
}

/**
 * Proves a subject in stages, each on a fresh server with a port of its own, until it is killed: what a fault names, then
 * all of its operation, then as much as a run sends. A variant meets a part of the checks of its operations, all of them
 * where it did not show in these, and with `everything` every check.
 */
export async function proveOne(subject: Subject, everything: boolean, drawn = always): Promise<Proof> {
  const stages = everything ? [{ checks: allChecks, effort: 'standard' as const }] : stagesOf(subject);
  let proof: Proof | undefined;
  for (const stage of stages) {
    const latest = await proveAt(subject, stage, drawn);
    proof = { ...latest, ms: latest.ms + (proof?.ms ?? 0) };
    if (isDecided(subject, proof)) return proof;
  }
  if (proof === undefined) throw new Error(`There is no stage for ${subject.change.id}.`);
  return proof;
}

/** Runs what a `standard` run sends to the operations of a fault, as a run with this seed and nonce does. */
export function proveInRun(subject: Subject, drawn: Drawn): Promise<Proof> {
  return proveAt(
    subject,
    { checks: wholeOf(subject.change), effort: 'standard', isUntilKilled: true },
    drawn,
  );
}

/** A variant that showed has been judged; a fault is tried until it is killed. */
function isDecided(subject: Subject, proof: Proof): boolean {
  return subject.kind === 'variant' ? proof.fired > 0 : isKilled(subject, proof);
}

/** A fault counts as killed where a requirement that it names condemned it, and it says itself that it showed. */
export function isKilled(subject: Subject, { condemnedBy, fired }: Proof): boolean {
  if (subject.kind === 'variant') return false;
  const { requirements } = subject.change;
  return fired > 0 && condemnedBy.some((each) => requirements.includes(each.split('@')[0] ?? ''));
}

/** A small form of everything else: each operation is seen to succeed and to fail. */
const sampled = [
  'GT-SUCCESS',
  'EX-SUCCESS',
  'LU-SUCCESS',
  'GT-FAILURE-FORM',
  'EX-FAILURE-FORM',
  'LU-FAILURE-FORM',
];

function stagesOf(subject: Subject): Stage[] {
  const { operations } = subject.change;
  const whole = wholeOf(subject.change);
  if (subject.kind === 'variant') {
    return [drawn(whole, subject.change), whole].map((checks) => ({ checks, effort: 'standard' }));
  }
  const { requirements, when } = subject.change;
  const named = allChecks.filter(
    ({ operation, requirement }) =>
      sampled.includes(requirement) || (operations.includes(operation) && requirements.includes(requirement)),
  );
  const last: Stage = { checks: whole, effort: 'standard' };
  // What shows sometimes or side by side needs as many answers as a run has, and what shows late as many requests.
  if (when === 'late') return [last];
  if (when !== 'always') return [{ checks: named, effort: 'standard' }, last];
  return [{ checks: named, effort: 'quick' }, { checks: whole, effort: 'quick' }, last];
}

/** All checks of the operations of a change, and the sample of the others. */
function wholeOf({ operations }: Subject['change']): Check[] {
  return allChecks.filter(
    ({ operation, requirement }) => sampled.includes(requirement) || operations.includes(operation),
  );
}

/**
 * What a variant meets of the checks of its operations: a third of them, and a fifth where it differs in several
 * operations, drawn by name so that the same ones come again. Dozens of variants meet each check; `--all` gives each everything.
 */
function drawn(checks: readonly Check[], { id, operations }: Variant): Check[] {
  const share = operations.length > 1 ? 5 : 3;
  return checks.filter(
    ({ requirement, operation }) =>
      sampled.includes(requirement) || seedOf(id, requirement, operation) % share === 0,
  );
}

async function proveAt(subject: Subject, stage: Stage, { seed, nonce }: Drawn): Promise<Proof> {
  const started = performance.now();
  const { change } = subject;
  const server = await startReference(
    subject.kind === 'fault' ? { fault: subject.change } : { variant: subject.change },
  );
  const ended = (condemnedBy: readonly string[], error: string | null): Proof => ({
    id: change.id,
    kind: subject.kind,
    condemnedBy,
    fired: server.fired(),
    effort: stage.effort,
    error: error ?? (server.defects() > 0 ? 'A stage or a row threw; see the warnings.' : null),
    ms: Math.round(performance.now() - started),
  });
  try {
    const settings = {
      TARGET_TIMEOUT_MS: server.environment.TARGET_TIMEOUT_MS ?? String(answerMs),
      CONFORMANCE_EFFORT: stage.effort,
      CONFORMANCE_SEED: seed,
      CONFORMANCE_NONCE: nonce,
    };
    const isDone = (condemnedBy: readonly string[]): boolean =>
      stage.isUntilKilled === true && isKilled(subject, ended(condemnedBy, null));
    return ended(await inSession(server, { settings }, (run) => condemning(run, stage.checks, isDone)), null);
  } catch (error) {
    return ended([], error instanceof Error ? error.message : String(error));
  } finally {
    await server.close();
  }
}

/** Runs checks, all of them or until the judges have said enough; returns the broken MUST, as `id@operation`. */
async function condemning(
  { session, open, journal, profile }: InProcessRun,
  checks: readonly Check[],
  isDone: (condemnedBy: readonly string[]) => boolean,
): Promise<string[]> {
  journal.line({ type: 'preflight', facts: session.facts });
  const broken = (): string[] =>
    reported({ session, journal, profile })
      .results.filter(({ outcome, level }) => outcome === 'failed' && level === 'MUST')
      .map(({ requirement, operation }) => `${requirement}@${operation}`);
  for (const check of checks) {
    const before = journal.lines.length;
    await runCheck(session, check);
    // The report is only worth computing if there is something new to report.
    const found = journal.lines
      .slice(before)
      .flatMap((line) => (line.type === 'judgement' ? line.findings : []))
      .map(({ requirement, operation }) => `${requirement}@${operation}`);
    if (found.length > 0 && isDone(found) && isDone(broken())) return broken();
  }
  const unanswered = [...new Set(journal.lines.flatMap(unansweredIn))].sort();
  journal.line(footerOf(await askAtEnd(open, unanswered)));
  return broken();
}

/** The report of checks at `quick` on a server with a fault, or on a variant. */
export async function quickReport(
  change: { readonly fault: Fault } | { readonly variant: Variant },
  checks: readonly Check[] = allChecks,
): Promise<Report> {
  const server = await startReference(change);
  const settings = {
    TARGET_TIMEOUT_MS: server.environment.TARGET_TIMEOUT_MS ?? String(answerMs),
    CONFORMANCE_EFFORT: 'quick',
    CONFORMANCE_SEED: always.seed,
    CONFORMANCE_NONCE: always.nonce,
  };
  try {
    return await inSession(server, { settings }, async (run) => {
      await condemning(run, checks, () => false);
      return reported(run);
    });
  } finally {
    await server.close();
  }
}

function reported({
  session,
  journal,
  profile,
}: Pick<InProcessRun, 'session' | 'journal' | 'profile'>): Report {
  const options = { strict: false, requireAll: false, profile };
  return aggregateJournal(asRunJournal(journal, session.settings, profile.id), options).report;
}

function footerOf(liveness: FinalLiveness): Footer {
  const exchanges = { count: 0, sha256: '' };
  const finishedAt = '1970-01-01T00:00:00.000Z';
  return { type: 'footer', finishedAt, ended: 'complete', ...livenessIn(liveness), exchanges };
}

/** What a run in this process has written, as it is read from a folder. */
export function asRunJournal(
  { lines, exchanges }: MemoryJournal,
  { seed, nonce, effort }: InProcessRun['session']['settings'],
  profile: string,
): RunJournal {
  const header: RunHeader = {
    type: 'run',
    schemaVersion: 1,
    suite: { name: suiteName, version: suiteVersion },
    document: { sha256: documentSha256 },
    profile,
    target: { kind: 'reference', baseUrl: 'changed reference server' },
    run: { seed, nonce, effort, shard: null, only: null },
    startedAt: '1970-01-01T00:00:00.000Z',
  };
  const of = <T extends (typeof lines)[number]['type']>(type: T) =>
    lines.filter((line): line is Extract<(typeof lines)[number], { type: T }> => line.type === type);
  const [preflight] = of('preflight');
  const [footer] = of('footer');
  return {
    header,
    ...(preflight === undefined ? {} : { preflight }),
    ...(footer === undefined ? {} : { footer }),
    cases: of('case'),
    judgements: new Map(of('judgement').map((line) => [line.case, line])),
    checks: of('check'),
    exchanges,
    problems: [],
  };
}
