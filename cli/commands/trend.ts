import { type Night, readNights } from '../../reports/history/history.ts';
import { trendPage } from '../../reports/history/history-view.tsx';
import { trendMarkdown } from '../../reports/history/trend-markdown.ts';
import { trendSvg } from '../../reports/history/trend-svg.tsx';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { rendererOf } from '../output/option-values.ts';
import { writeOrPrint } from '../output/write-file.ts';

const renderers: Readonly<Record<string, (nights: readonly Night[]) => string>> = {
  markdown: trendMarkdown,
  html: trendPage,
  svg: trendSvg,
};

/** What `trend --format` accepts. */
export const trendFormats: readonly string[] = Object.keys(renderers);

/** Shows which requirement was broken when, over all runs in a folder. */
export async function trend(history: string, { format, output }: Options<'trend'>): Promise<number> {
  const render = rendererOf('trend', renderers, format);
  const nights = readNights(history);
  if (nights.length === 0)
    throw new UsageError([
      `There is no report in the folders of ${history}. Give a folder that contains results folders.`,
    ]);
  writeOrPrint(render(nights), output);
  return exitStatus.conformant;
}
