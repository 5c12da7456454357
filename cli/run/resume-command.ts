import { shellQuoted } from '../../reports/formats/shell-quote.ts';

/** The options of a run that `--resume` does not take from the results folder. */
export interface RepeatedOptions {
  readonly format?: readonly string[];
  readonly strict?: boolean;
  readonly requireAll?: boolean;
  readonly output?: string;
  readonly history?: string;
}

/** The command that continues an interrupted run. */
export function resumeCommand({ format, strict, requireAll, output, history }: RepeatedOptions): string {
  return [
    'ledger-conformance run --resume',
    ...(output === undefined ? [] : [`--output ${shellQuoted(output)}`]),
    ...(format === undefined ? [] : [`--format ${shellQuoted(format.join(','))}`]),
    ...(history === undefined ? [] : [`--history ${shellQuoted(history)}`]),
    ...(strict === true ? ['--strict'] : []),
    ...(requireAll === true ? ['--require-all'] : []),
  ].join(' ');
}
