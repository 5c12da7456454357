/** The formats that `run --format` and `report --format` accept, and their files in the results folder. */
export const formatFiles = {
  junit: ['junit.xml'],
  ctrf: ['ctrf.json'],
  sarif: ['results.sarif'],
  har: ['exchanges.har'],
  github: ['github-summary.md'],
  badge: ['badge.svg', 'badge.json'],
  html: ['report.html'],
  markdown: ['report.md'],
  prometheus: ['ledger-conformance.prom'],
  logfmt: ['summary.logfmt'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The name of a format. */
export type FormatName = keyof typeof formatFiles;

/** Every name of a format. */
export const formatNames = Object.keys(formatFiles) as readonly FormatName[];

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formatFiles, name);
}

/** A sentence for each name that is not a format. */
export function unknownFormats(names: readonly string[]): string[] {
  return names
    .filter((name) => !isFormat(name))
    .map((name) => `--format ${name} is not a format. Use one of ${formatNames.join(', ')}.`);
}
