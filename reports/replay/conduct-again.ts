import { isDeepStrictEqual } from 'node:util';
import { allChecks, checkOfCase } from '../../checks/checks.ts';
import type { CaseLine, CheckLine, JournalLine } from '../../journal/journal-line.ts';
import { memoryJournal } from '../../journal/memory-journal.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Check } from '../../session/check.ts';
import { createHazards } from '../../session/hazards.ts';
import { createHealth, patienceFor } from '../../session/health.ts';
import { credentialsOf } from '../../session/open-session.ts';
import { runCheck } from '../../session/run-check.ts';
import type { Session } from '../../session/session.ts';
import { createExecuteBodies } from '../../settings/execute-bodies.ts';
import type { Effort } from '../../settings/settings.ts';
import { suiteVersion } from '../../settings/suite.ts';
import { createRedactor } from '../../wire/redact.ts';
import { recordedTime } from './recorded-time.ts';
import { type RequestDifference, recordedWire } from './recorded-wire.ts';
import { standInTokens } from './stand-in-token.ts';

/** How a run differs from what its seed, its nonce and the responses lead to. */
export type ConductDifference =
  | ({ readonly kind: 'request' } & RequestDifference)
  | { readonly kind: 'not-sent'; readonly exchange: string }
  | { readonly kind: 'missing-case' | 'other-case' | 'added-case'; readonly case: string }
  | { readonly kind: 'no-inputs' }
  | { readonly kind: 'other-end'; readonly check: string };

/**
 * Conducts the checks of a run again, with its responses in place of a target: every case and every request must be the
 * one that this suite generates.
 * @returns the differences, none if the run is what its seed, nonce and responses lead to
 */
export async function conductAgain(journal: RunJournal, profile: Profile): Promise<ConductDifference[]> {
  const { header, preflight } = journal;
  const { facts, inputs } = preflight ?? {};
  if (facts === undefined || inputs === undefined) return [{ kind: 'no-inputs' }];
  const { seed, nonce, effort } = header.run;
  const cases = casesByCheck(journal.cases);
  const differences: ConductDifference[] = [];
  for (const checks of byOperation(journal.checks)) {
    const time = recordedTime();
    const redactor = createRedactor();
    const tokens = standInTokens(inputs, redactor, Math.floor(Date.parse(header.startedAt) / 1_000));
    const wire = recordedWire({
      sender: {
        base: new URL(facts.baseUrl),
        gateway: inputs.gateway,
        userAgent: `ledger-conformance/${suiteVersion}`,
      },
      redactor,
      exchanges: journal.exchanges,
      atEnd: time.atEnd,
      differs: (difference) => differences.push({ kind: 'request', ...difference }),
    });
    const session: Omit<Session, 'journal'> = {
      settings: { seed, nonce, effort: effort as Effort },
      timeoutMs: inputs.timeoutMs,
      facts,
      profile,
      wire,
      tokens,
      credentials: credentialsOf(tokens, facts, redactor),
      bodies: createExecuteBodies(inputs.executeBodies, undefined),
      health: createHealth(patienceFor(inputs.timeoutMs, inputs.bodyMebibytes), undefined, time.clock.now),
      hazards: createHazards(),
      clock: time.clock,
      moment: time.moment,
    };
    const conducted = checks.map(({ check, line }) => {
      const again = memoryJournal();
      return {
        line,
        again,
        cases: cases.get(check) ?? [],
        conduct: () => runCheck({ ...session, journal: again }, check),
      };
    });
    const notSent = await time.pass(conducted);
    if (notSent !== undefined) differences.push({ kind: 'not-sent', exchange: notSent });
    else differences.push(...conducted.flatMap((each) => compare(each.cases, each.line, each.again.lines)));
  }
  return differences;
}

function compare(
  cases: readonly CaseLine[],
  line: CheckLine,
  lines: readonly JournalLine[],
): ConductDifference[] {
  const plain = JSON.parse(JSON.stringify(lines)) as JournalLine[];
  const again = new Map(plain.flatMap((each) => (each.type === 'case' ? [[each.id, each] as const] : [])));
  const recorded = new Set(cases.map(({ id }) => id));
  const ended = plain.find((each) => each.type === 'check');
  return [
    ...cases.flatMap((each): ConductDifference[] => {
      const generated = again.get(each.id);
      if (generated === undefined) return [{ kind: 'added-case', case: each.id }];
      return isDeepStrictEqual(generated, each) ? [] : [{ kind: 'other-case', case: each.id }];
    }),
    ...[...again.keys()]
      .filter((id) => !recorded.has(id))
      .map((id) => ({ kind: 'missing-case' as const, case: id })),
    ...(isDeepStrictEqual(ended, line)
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

/** The checks that were conducted, in the order of the suite, for each operation. */
function byOperation(lines: readonly CheckLine[]): { check: Check; line: CheckLine }[][] {
  const by = new Map<string, { check: Check; line: CheckLine }[]>();
  for (const check of allChecks) {
    const line = lines.find(
      ({ requirement, operation }) => requirement === check.requirement && operation === check.operation,
    );
    if (line !== undefined) by.set(check.operation, [...(by.get(check.operation) ?? []), { check, line }]);
  }
  return [...by.values()];
}
