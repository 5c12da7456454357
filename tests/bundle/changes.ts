import { jsonFile } from '../../reports/bundle/json-file.ts';
import { sha256 } from '../../reports/bundle/manifest.ts';
import type { Report } from '../../reports/report/report.ts';
import { text } from './certificate.ts';

/** A manipulation of the files of a bundle. */
export type Change = (files: Map<string, Buffer>) => void;

export const edited =
  (path: string, edit: (content: string) => string): Change =>
  (files) => {
    const before = text(files, path);
    const after = edit(before);
    if (after === before) throw new Error(`Nothing changed in ${path}.`);
    files.set(path, Buffer.from(after));
  };
export const json =
  <T>(path: string, edit: (value: T) => unknown): Change =>
  (files) => {
    const value = JSON.parse(text(files, path)) as T;
    files.set(path, jsonFile(edit(value) ?? value));
  };
export const inReport = (edit: (report: Mutable<Report>) => void): Change =>
  json<Mutable<Report>>('report.json', (report) => {
    edit(report);
    return report;
  });
export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] };
export const swapLines = (path: string, one: number, other: number): Change =>
  edited(path, (content) => {
    const lines = content.split('\n');
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
    return lines.join('\n');
  });

/** The journal with a footer that fits these exchanges. */
export function withFooterFor(journal: string, exchanges: string): string {
  const digests = exchanges
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${sha256(Buffer.from(line))}\n`)
    .sort();
  return journal.replace(
    /("exchanges":\{"count":\d+,"sha256":")[0-9a-f]{64}/,
    `$1${sha256(Buffer.from(digests.join('')))}`,
  );
}
