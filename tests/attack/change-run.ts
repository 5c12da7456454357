import type { NamedKey } from '../../certificate/keys.ts';
import {
  type Files,
  type Manifest,
  manifestFile,
  manifestOf,
  sha256,
  testResultFile,
  verdictFile,
} from '../../certificate/manifest.ts';
import { type Envelope, payloadOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { createSetDigest } from '../../journal/exchanges.ts';
import type { Base, Forgery } from './forgery.ts';

export const runPath = 'evidence/run.ndjson';
export const exchangesPath = 'evidence/exchanges.ndjson';

/** A change of the files of a bundle. */
export type Change = (files: Map<string, Buffer>) => void;

/** JSON that a forger changes without asking for types. */
// biome-ignore lint/suspicious/noExplicitAny: a forger takes what is there, whatever it is.
export type Loose = any;

/** Files changed by somebody without a key. */
export const tampered =
  (...changes: readonly Change[]): Forgery['forge'] =>
  ({ files }) => ({ files: changed(files, changes) });

/** Files changed by the vendor, who puts every digest right and signs again. */
export const forged =
  (...changes: readonly Change[]): Forgery['forge'] =>
  (base) => ({ files: signedAgain(base, changes) });

export function signedAgain({ files, vendor }: Base, changes: readonly Change[]): Files {
  const all = changed(files, changes);
  const manifest = jsonFile(manifestLike(files, withoutStatements(all)));
  all.set(manifestFile, manifest);
  for (const name of [verdictFile, testResultFile]) {
    const statement = statementOf(all, name);
    const artifacts = statement.subject.slice(1);
    statement.subject = [{ name: manifestFile, digest: { sha256: sha256(manifest) } }, ...artifacts];
    putDigestsRight(statement, all);
    all.set(name, envelopeOf(statement, [vendor]));
  }
  return all;
}

/** The manifest of files; the digests of unchanged ones are taken from where they came from. */
function manifestLike(before: Files, after: Files): Manifest {
  const known = JSON.parse(textOf(before, manifestFile)) as Manifest;
  const isKept = (path: string): boolean =>
    after.get(path) !== undefined && after.get(path) === before.get(path);
  const made = manifestOf(new Map([...after].filter(([path]) => !isKept(path))));
  const entries = [...known.files.filter(({ path }) => isKept(path)), ...made.files];
  return { ...made, files: entries.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function changed(files: Files, changes: readonly Change[]): Map<string, Buffer> {
  const all = new Map(files);
  for (const change of changes) change(all);
  return all;
}

function withoutStatements(files: Files): Files {
  return new Map([...files].filter(([path]) => ![manifestFile, verdictFile, testResultFile].includes(path)));
}

/** What the statements say of files besides the manifest. */
function putDigestsRight({ predicate }: Loose, files: Files): void {
  const { files: entries } = JSON.parse(textOf(files, manifestFile)) as Manifest;
  const digest = (path: string): string => entries.find((entry) => entry.path === path)?.sha256 ?? '';
  for (const [member, path] of [
    ['requirementSet', 'requirements.json'],
    ['profile', 'profile.json'],
    ['waivers', 'waivers.json'],
    ['selfTest', 'self-test.json'],
    ['evidence', exchangesPath],
  ] as const) {
    if (predicate[member]?.sha256 !== undefined) predicate[member].sha256 = digest(path);
  }
  for (const each of predicate.configuration ?? []) each.digest = { sha256: digest(each.name) };
}

export function statementOf(files: Files, name: string): Loose {
  const { payload } = JSON.parse(textOf(files, name)) as Envelope;
  return JSON.parse(Buffer.from(payload, 'base64').toString()) as Loose;
}

export function envelopeOf(statement: object, keys: readonly NamedKey[]): Buffer {
  return jsonFile(signPayload(payloadTypes.statement, payloadOf(statement), keys));
}

export function textOf(files: Files, path: string): string {
  return (files.get(path) ?? Buffer.alloc(0)).toString();
}

/** Changes a statement; the vendor signs it afterwards. */
export const inStatement =
  (name: string, change: (statement: Loose) => void): Change =>
  (files) => {
    const statement = statementOf(files, name);
    change(statement);
    files.set(name, envelopeOf(statement, []));
  };

/** Changes both statements that speak of the report, and the report. */
export const inReport =
  (change: (report: Loose) => void): Change =>
  (files) => {
    const report = JSON.parse(textOf(files, 'report.json')) as Loose;
    change(report);
    files.set('report.json', jsonFile(report));
    inStatement(verdictFile, ({ predicate }) => {
      const { inconclusive, failed, warned, passed, observed, exchanges, cases } = report.counts ?? {};
      const { verdict, suite, document, coverage, target, run } = report;
      const counts = { passed, failed, warned, inconclusive, observed, exchanges, cases };
      Object.assign(predicate, { verdict, suite, document, coverage, target, run, counts });
      predicate.profile.id = report.profile;
      predicate.evidence.exchanges = exchanges;
    })(files);
  };

/** Replaces bytes of a file. */
export const replaced =
  (path: string, content: Buffer | string): Change =>
  (files) => {
    files.set(path, Buffer.from(content));
  };

/** Changes the text of a file; fails if that changes nothing. */
export const edited =
  (path: string, edit: (text: string) => string): Change =>
  (files) => {
    const before = textOf(files, path);
    const after = edit(before);
    if (after === before) throw new Error(`Nothing changed in ${path}.`);
    files.set(path, Buffer.from(after));
  };

/** Changes a JSON file. */
export const inJson =
  (path: string, change: (value: Loose) => Loose): Change =>
  (files) => {
    const value = JSON.parse(textOf(files, path)) as Loose;
    files.set(path, jsonFile(change(value) ?? value));
  };

/** Changes the lines of the journal, parsed or as text; undefined drops one. */
export const inLines =
  (path: string, change: (lines: string[]) => readonly (string | undefined)[]): Change =>
  (files) => {
    const lines = textOf(files, path).split('\n').slice(0, -1);
    const kept = change(lines).filter((line) => line !== undefined);
    files.set(path, Buffer.from(kept.map((line) => `${line}\n`).join('')));
  };

/** Changes the first line that fits, as a value. */
export const inFirst = (path: string, fits: RegExp, change: (line: Loose) => Loose): Change =>
  edited(path, (text) => {
    const found = new RegExp(fits, 'm').exec(text);
    if (found === null) throw new Error(`No line of ${path} fits ${fits}.`);
    const start = text.lastIndexOf('\n', found.index - 1) + 1;
    const end = text.indexOf('\n', start);
    const value = JSON.parse(text.slice(start, end)) as Loose;
    return `${text.slice(0, start)}${JSON.stringify(change(value) ?? value)}${text.slice(end)}`;
  });

/** Gives the journal a footer that fits the exchanges. */
export const withFooter: Change = (files) => {
  const digest = createSetDigest();
  const lines = textOf(files, exchangesPath).split('\n').slice(0, -1);
  for (const line of lines) digest.add(Buffer.from(line));
  inFirst(runPath, /^\{"type":"footer"/, (footer) => {
    footer.exchanges = digest.value();
  })(files);
};
