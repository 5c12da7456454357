import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allChecks } from '../../checks/checks.ts';
import type { Check } from '../../harness/check.ts';
import type { RunHeader } from '../../harness/journal-line.ts';
import { loadProfile } from '../../harness/load-profile.ts';
import { type MemoryJournal, memoryJournal } from '../../harness/memory-journal.ts';
import { meetTarget, openAccess, openSession } from '../../harness/open-session.ts';
import { runCheck } from '../../harness/session.ts';
import { defaultSeed, type Effort, readSettings } from '../../harness/settings.ts';
import { suiteName, suiteVersion } from '../../harness/suite.ts';
import { startReference } from '../../reference/start.ts';
import { foldReport } from '../../reports/fold.ts';
import type { Report } from '../../reports/report.ts';
import type { RunJournal } from '../../reports/run-journal.ts';
import { documentSha256 } from '../../requirements/document-digest.ts';
import type { Subject } from './subject.ts';

/** What running the checks against one changed server came to. */
export interface Proof {
  readonly id: string;
  readonly kind: Subject['kind'];
  /** Requirements of level MUST that judges condemned, as `id@operation`. */
  readonly condemnedBy: readonly string[];
  /** How often the fault showed in an answer, by its own count. */
  readonly fired: number;
  /** Where the checks could not run at all. */
  readonly error: string | null;
  readonly ms: number;
}

/** Bound of one answer, short: a server on this machine that is silent so long will stay silent. Milliseconds. */
const answerMs = 500;

/** Starts the changed server on a port of its own, runs checks against it in this process, and folds what judges said. */
export async function proveOne(subject: Subject, everything: boolean): Promise<Proof> {
  const started = performance.now();
  const { change } = subject;
  const server = await startReference(subject.kind === 'fault' ? { fault: subject.change } : { variant: subject.change });
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-prove-'));
  const executeRequest = join(folder, 'execute-request.json');
  writeFileSync(executeRequest, JSON.stringify(server.executeRequest));
  const proof = { id: change.id, kind: subject.kind };
  try {
    const report = await reportOf(
      {
        TARGET_TIMEOUT_MS: String(answerMs),
        ...server.environment,
        TARGET_EXECUTE_REQUEST: executeRequest,
        CONFORMANCE_EFFORT: effortFor(subject),
        CONFORMANCE_NONCE: 'prove',
      },
      everything ? allChecks : checksFor(subject),
    );
    const condemnedBy = report.results
      .filter(({ outcome, level }) => outcome === 'failed' && level === 'MUST')
      .map(({ requirement, operation }) => `${requirement}@${operation}`);
    return { ...proof, condemnedBy, fired: server.fired(), error: null, ms: Math.round(performance.now() - started) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...proof, condemnedBy: [], fired: server.fired(), error: message, ms: Math.round(performance.now() - started) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What shows always shows at `quick`; what shows sometimes, late or side by side needs as many answers as a run has. */
function effortFor(subject: Subject): Effort {
  return subject.kind === 'fault' && subject.change.when !== 'always' ? 'standard' : 'quick';
}

/** All checks of the fault's operations; of other operations only those that it names. Variants meet everything. */
function checksFor(subject: Subject): readonly Check[] {
  if (subject.kind === 'variant') return allChecks;
  const { operations, requirements } = subject.change;
  const chosen = allChecks.filter(
    ({ operation, requirement }) => operations.includes(operation) || requirements.includes(requirement),
  );
  // Where one operation is silent, the others must be seen to answer (ruling 26).
  const samples = allChecks.filter(({ requirement }) => ['GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS'].includes(requirement));
  return [...new Set([...chosen, ...samples])].sort((a, b) => allChecks.indexOf(a) - allChecks.indexOf(b));
}

async function reportOf(environment: Record<string, string>, checks: readonly Check[]): Promise<Report> {
  const settings = readSettings(environment);
  if (settings.target === undefined) throw new Error('The reference server gave no TARGET_BASE_URL.');
  const profile = loadProfile('document');
  const access = openAccess(settings, settings.target);
  const journal = memoryJournal();
  try {
    const facts = await meetTarget('reference', access, settings, profile, journal);
    journal.line({ type: 'preflight', facts });
    const session = openSession(settings, access, facts, profile, journal);
    for (const check of checks) await runCheck(session, check);
  } finally {
    await access.wire.close();
  }
  return foldReport(asRunJournal(journal, settings.effort), { strict: false, requireAll: false, only: null, profile });
}

function asRunJournal({ lines, exchanges }: MemoryJournal, effort: Effort): RunJournal {
  const header: RunHeader = {
    type: 'run',
    schemaVersion: 1,
    suite: { name: suiteName, version: suiteVersion },
    document: { sha256: documentSha256 },
    profile: 'document',
    target: { kind: 'reference', baseUrl: 'changed reference server' },
    run: { seed: defaultSeed, nonce: 'prove', effort, shard: null, only: null },
    startedAt: '1970-01-01T00:00:00.000Z',
  };
  const of = <T extends (typeof lines)[number]['type']>(type: T) =>
    lines.filter((line): line is Extract<(typeof lines)[number], { type: T }> => line.type === type);
  const [preflight] = of('preflight');
  return {
    header,
    ...(preflight === undefined ? {} : { preflight }),
    cases: of('case'),
    judgements: new Map(of('judgement').map((line) => [line.case, line])),
    checks: of('check'),
    exchanges,
    incomplete: false,
    problems: [],
  };
}
