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

/** What each format is for, in Markdown: the table of docs/formats.md is made from it. */
export const formatPurposes: Readonly<Record<FormatName, string>> = {
  junit: 'the test view of a CI server; the default of `run`',
  ctrf: 'tools that read the [Common Test Report Format](https://ctrf.io)',
  sarif: 'code scanning: SARIF 2.1.0',
  har: 'the network view of a browser, and proxies: HTTP Archive 1.2',
  github: 'GitHub Actions; annotations are also printed',
  badge: 'a README; the second is an endpoint for shields.io',
  html: '[a page for a browser](reading-results.md#reporthtml)',
  markdown: 'a comment on a change, at most 65,000 bytes',
  prometheus: '[alerts](nightly.md#prometheus) on metrics, through the textfile collector of node_exporter',
  logfmt: '[alerts](nightly.md#one-line-in-a-log) on logs; the line is also printed',
};

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
