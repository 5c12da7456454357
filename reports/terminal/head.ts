import { plainLine } from '../formats/plain-text.ts';
import type { Report } from '../report/report.ts';
import { line, type TerminalLine, wrapped } from './lines.ts';

/** The first and the last line of a run without a target. */
export const selfCheck = 'self-check: no target was tested';

/** What a run tests, and how: known before its first request. */
export interface Tested {
  readonly suite: Report['suite'];
  readonly target: Report['target'];
  readonly profile: string;
  readonly run: Pick<Report['run'], 'effort' | 'seed' | 'nonce' | 'shard' | 'disguise'>;
}

/** The first lines of a run and of its report. */
export function headLines({ suite, target, profile, run }: Tested, columns: number): TerminalLine[] {
  const name = `${suite.name} ${suite.version}`;
  const how = `profile ${profile}, effort ${run.effort}, seed ${run.seed}, nonce ${run.nonce}${run.shard === null ? '' : `, shard ${run.shard}`}${run.disguise === true ? ', disguised' : ''}`;
  const first =
    target.kind === 'reference'
      ? [line(selfCheck), ...wrapped('', `${name} on its own reference server`, columns)]
      : wrapped('', plainLine(`${name} on ${target.baseUrl}`), columns);
  return [...first, ...wrapped('', plainLine(how), columns, 'dim')];
}
