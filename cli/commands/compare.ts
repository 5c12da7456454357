import { readComparedRun } from '../../certificate/compared-run.ts';
import { writeWhole } from '../../journal/write-whole.ts';
import { compareRuns } from '../../reports/compare/compare-runs.ts';
import type { Comparison } from '../../reports/compare/comparison.ts';
import { comparisonMarkdown } from '../../reports/compare/comparison-markdown.ts';
import { comparisonPage } from '../../reports/compare/comparison-page.tsx';
import { renderComparison } from '../../reports/compare/comparison-terminal.ts';
import { columnsOf } from '../../reports/terminal/lines.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';

export interface CompareOptions {
  readonly format: string;
  readonly output?: string;
  readonly strict?: boolean;
}

type Render = (comparison: Comparison, toFile: boolean) => string;

const renderers: Readonly<Record<string, Render>> = {
  terminal: (comparison, toFile) => {
    const { isTTY } = process.stdout;
    const colour = !toFile && isTTY === true && process.env.NO_COLOR === undefined;
    return renderComparison(comparison, { columns: toFile ? 110 : columnsOf(process.stdout), colour });
  },
  markdown: comparisonMarkdown,
  html: comparisonPage,
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
};

/** What `compare --format` accepts. */
export const compareFormats: readonly string[] = Object.keys(renderers);

/** Shows what changed between two runs and the most likely reason; resolves to 1 if a MUST got worse. */
export async function compare(old: string, new_: string, options: CompareOptions): Promise<number> {
  const { format, output } = options;
  const render = Object.hasOwn(renderers, format) ? renderers[format] : undefined;
  if (render === undefined) {
    throw new UsageError([
      `--format ${format} is not a format of compare. Use one of ${compareFormats.join(', ')}.`,
    ]);
  }
  const comparison = orMalformed([old, new_], () =>
    compareRuns(readComparedRun(old), readComparedRun(new_), options.strict === true),
  );
  const text = render(comparison, output !== undefined);
  if (output === undefined) process.stdout.write(text);
  else write(output, text);
  return comparison.regression ? exitStatus.nonConformant : exitStatus.conformant;
}

function write(path: string, text: string): void {
  try {
    writeWhole(path, [text]);
  } catch {
    throw new UsageError([`${path} cannot be written. Give --output a file in a writable folder.`]);
  }
}
