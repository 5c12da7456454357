import { readComparedRun } from '../../certificate/compared-run.ts';
import { compareRuns } from '../../reports/compare/compare-runs.ts';
import type { Comparison } from '../../reports/compare/comparison.ts';
import { comparisonMarkdown } from '../../reports/compare/comparison-markdown.ts';
import { comparisonPage } from '../../reports/compare/comparison-page.tsx';
import { renderComparison } from '../../reports/compare/comparison-terminal.ts';
import { columnsOf, isColoured } from '../../reports/terminal/lines.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { rendererOf } from '../output/option-values.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { writeOrPrint } from '../output/write-file.ts';

const renderers: Readonly<Record<string, (comparison: Comparison, toFile: boolean) => string>> = {
  terminal: (comparison, toFile) => {
    const { stdout } = process;
    const layout = { columns: toFile ? 110 : columnsOf(stdout), colour: !toFile && isColoured(stdout) };
    return renderComparison(comparison, layout);
  },
  markdown: comparisonMarkdown,
  html: comparisonPage,
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
};

/** What `compare --format` accepts. */
export const compareFormats: readonly string[] = Object.keys(renderers);

/** Shows what changed between two runs and the most likely reason; resolves to 1 if a MUST got worse. */
export async function compare(old: string, new_: string, options: Options<'compare'>): Promise<number> {
  const { format, output } = options;
  const render = rendererOf('compare', renderers, format);
  const comparison = orMalformed([old, new_], () =>
    compareRuns(readComparedRun(old), readComparedRun(new_), options.strict === true),
  );
  writeOrPrint(render(comparison, output !== undefined), output);
  return comparison.regression ? exitStatus.nonConformant : exitStatus.conformant;
}
