import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '../../journal/run-journal.ts';
import { mediaType } from '../../wire/media-type.ts';
import { requestKind } from './request-kind.ts';

/** What a `standard` run on a server reports. */
export interface StandardRun {
  readonly verdict: string;
  /** Accepted requests: operation, requirement, and what is wrong with the request by its bytes. */
  readonly leniencies: ReadonlySet<string>;
  /** Failing forms: operation, requirement, status and media type. */
  readonly forms: ReadonlySet<string>;
}

/** Runs the real command on a server, and reads its journal. */
export function standardRun(
  main: string,
  environment: Readonly<Record<string, string>>,
  executeRequest: object,
): StandardRun {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-field-'));
  try {
    writeFileSync(join(folder, 'body.json'), JSON.stringify(executeRequest));
    const { status, stderr } = spawnSync(process.execPath, [main, 'run', '--effort', 'standard'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        ...environment,
        TARGET_EXECUTE_REQUEST: 'body.json',
      },
      encoding: 'utf8',
    });
    if (status !== 0 && status !== 1)
      throw new Error(`A standard run ended with status ${status}.\n${stderr}`);
    return {
      verdict: status === 0 ? 'conformant' : 'non-conformant',
      ...readFindings(join(folder, 'conformance-results')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readFindings(folder: string): Omit<StandardRun, 'verdict'> {
  const { cases, judgements, exchanges } = readJournal(folder);
  const leniencies = new Set<string>();
  const forms = new Set<string>();
  const caseOf = new Map(
    cases.flatMap((each) => each.attempts.map(({ exchange }) => [exchange, each] as const)),
  );
  for (const { findings } of judgements.values()) {
    for (const { requirement, operation, kind, exchanges: shown } of findings) {
      for (const id of shown) {
        const from = caseOf.get(id);
        if (from === undefined) continue;
        const exchange = exchanges.get(id);
        if (kind === 'accepted-invalid') {
          const pointer = from.wrong === 'valid' ? '' : from.wrong.pointer;
          const body = exchange?.request.body ?? Buffer.alloc(0);
          const what =
            from.credential === 'valid'
              ? requestKind(operation, body, pointer)
              : `credential:${from.credential}`;
          leniencies.add(`${operation} | ${requirement} | ${what}`);
        }
        const answer = exchange?.answer;
        if (answer === undefined) continue;
        forms.add(`${operation} | ${requirement} | ${answer.status} ${mediaType(answer) ?? 'no media type'}`);
      }
    }
  }
  return { leniencies, forms };
}
