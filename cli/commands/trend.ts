import { writeWhole } from '../../journal/write-whole.ts';
import type { Night } from '../../reports/history/history.ts';
import { readNights } from '../../reports/history/read-nights.ts';
import { trendMarkdown } from '../../reports/history/trend-markdown.ts';
import { trendPage } from '../../reports/history/trend-page.tsx';
import { trendSvg } from '../../reports/history/trend-svg.tsx';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';

export interface TrendOptions {
  readonly format: string;
  readonly output?: string;
}

const renderers: Readonly<Record<string, (nights: readonly Night[]) => string>> = {
  markdown: trendMarkdown,
  html: trendPage,
  svg: trendSvg,
};

/** What `trend --format` accepts. */
export const trendFormats: readonly string[] = Object.keys(renderers);

/** Shows which requirement was broken when, over all runs in a folder. */
export async function trend(history: string, { format, output }: TrendOptions): Promise<number> {
  const render = Object.hasOwn(renderers, format) ? renderers[format] : undefined;
  if (render === undefined) {
    throw new UsageError([
      `--format ${format} is not a format of trend. Use one of ${trendFormats.join(', ')}.`,
    ]);
  }
  const nights = readNights(history);
  if (nights.length === 0)
    throw new UsageError([
      `There is no report in the folders of ${history}. Give a folder that contains results folders.`,
    ]);
  const text = render(nights);
  if (output === undefined) process.stdout.write(text);
  else write(output, text);
  return exitStatus.conformant;
}

function write(path: string, text: string): void {
  try {
    writeWhole(path, [text]);
  } catch {
    throw new UsageError([`${path} cannot be written. Give --output a file in a writable folder.`]);
  }
}
