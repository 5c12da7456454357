import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What can be compared of a scenario: a place, such as `requests of GT-SUCCESS@generate-topology`, and what is there, in any order. */
export type Outcome = ReadonlyMap<string, readonly string[]>;

/** A command that has ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What differs between two runs of the same build: times, ports, names of temporary folders, credentials and random ids. */
const different: readonly (readonly [RegExp, string])[] = [
  [/\[redacted:([a-z-]+)(?::\d+)?(?::[0-9a-f]{12})?\]/g, '[$1]'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, '<time>'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<time>'],
  [/\b127\.0\.0\.1:\d+|\blocalhost:\d+/g, '<host>'],
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\b[0-9a-f]{32}\b/g, '<id>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  // One that is cut off where a text is shortened.
  [/(?<=")[0-9a-f-]+…/g, '<id>…'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|min|seconds?|minutes?)\b(?!=)/g, '<duration>'],
  [/"(duration|ms|start|stop|time|wait)": ?[\d.]+/g, '"$1":<duration>'],
  [/\btime="[\d.]+"/g, 'time="<duration>"'],
  [/(_seconds(?:\{[^}]*\})?) [\d.e+]+/g, '$1 <duration>'],
  [/\bseconds=[\d.]+/g, 'seconds=<duration>'],
  // How many answers of others a check has judged with its own, depends on which of them ended before it; requests are compared byte for byte.
  [/"(answersJudged|judged)": ?\d+/g, '"$1":<count>'],
  [/\b([\d,]+) of [\d,]+ answers\b/g, '$1 of <count> answers'],
  [/\b[\d,]+ answers judged\b/g, '<count> answers judged'],
  [/\/\S*\/(?=ledger-conformance-oracle-)\S+?(?=[/\s"')]|$)/g, '<folder>'],
];

/** A text without what differs between two runs of the same build. */
export function normalized(text: string): string {
  return different.reduce((so, [pattern, name]) => so.replace(pattern, name), text);
}

interface Stored {
  readonly id: string;
  readonly request: { readonly method: string; readonly target: string; readonly headers: unknown };
  readonly response?: { readonly status: number; readonly headers: readonly (readonly string[])[] };
  readonly failure?: { readonly kind: string };
}

interface Result {
  readonly requirement: string;
  readonly operation: string;
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

/** Adds what is at a place: a page has tens of thousands of pieces, too many for arguments. */
type Add = (place: string, items: readonly string[]) => void;

/** Reads what a scenario left behind in a folder. */
export function outcomeOf(folder: string, ended: readonly Ended[]): Outcome {
  const outcome = new Map<string, string[]>();
  const add: Add = (place, items) => {
    const all = outcome.get(place) ?? [];
    outcome.set(place, all);
    for (const item of items) all.push(normalized(item));
  };
  for (const [place, { status, stdout, stderr }] of ended.entries()) {
    add(`status of command ${place + 1}`, [String(status)]);
    add(`standard output of command ${place + 1}`, unwrapped(stdout).split('\n').filter(isSteady));
    add(`standard error of command ${place + 1}`, stderr.split('\n').filter(isSteady));
  }
  const results = join(folder, 'conformance-results');
  if (!existsSync(results)) return outcome;
  for (const name of readdirSync(results)) {
    const text = readFileSync(join(results, name), 'utf8');
    if (name === 'exchanges.ndjson') addExchanges(text, add);
    else if (name === 'report.json') addReport(text, add);
    else if (name !== 'run.ndjson') add(name, pieces(name, text));
  }
  return outcome;
}

/** A text of a target without the breaks of lines within it: it may contain random ids. */
function unwrapped(text: string): string {
  return text.replace(/\n {12}(?=\S)/g, '');
}

/** Not a line of progress: how many there are depends on the moment. */
function isSteady(line: string): boolean {
  return !/ of \d+ checks/.test(line);
}

function addExchanges(text: string, add: Add): void {
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { id, request, response, failure } = JSON.parse(line) as Stored;
    const type =
      response?.headers.find(([name = '']) => name.toLowerCase() === 'content-type')?.[1] ?? 'no type';
    const met = response === undefined ? (failure?.kind ?? 'nothing') : `${response.status} ${type}`;
    add(`requests of ${id.slice(0, id.indexOf('/'))}`, [`${JSON.stringify(request)} → ${met}`]);
  }
}

function addReport(text: string, add: Add): void {
  const { results, observations, durations, ...whole } = JSON.parse(text) as {
    results: readonly Result[];
    observations: readonly unknown[];
    durations?: unknown;
  } & Record<string, unknown>;
  for (const [name, value] of Object.entries(whole)) add(`report.json, ${name}`, [JSON.stringify(value)]);
  for (const { findings, ...result } of results) {
    add('report.json, results', [JSON.stringify(result)]);
    const place = `findings of ${result.requirement}@${result.operation}`;
    for (const { exchanges, rate, replay, ...finding } of findings) add(place, [JSON.stringify(finding)]);
  }
  add(
    'report.json, observations',
    observations.map((each) => JSON.stringify(each)),
  );
}

/** What a page shows of durations, and of checks that passed: their slowest exchanges. */
const ofSpeed = [
  /<p class="(?:sent|lead)">[\s\S]*?<\/p>/g,
  /<details class="exchange item"[\s\S]*?(?=<details class="(?:exchange|check|group|excluded)|<\/?section)/g,
  /<span class="rate">[^<]*/g,
  /<section class="durations">[\s\S]*?<\/section>/g,
];

/** A file in pieces small enough to see what differs. */
function pieces(name: string, text: string): string[] {
  if (name.endsWith('.html')) return ofSpeed.reduce((so, part) => so.replace(part, ''), text).split(/(?=<)/);
  if (/\.(?:json|sarif|har)$/.test(name)) return JSON.stringify(JSON.parse(text), null, 1).split('\n');
  return text.split('\n');
}

/** A difference between two outcomes: what only the base has, and what only this build has. */
export interface Difference {
  readonly place: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Compares outcomes, place by place, as multisets: the order of answers differs from run to run. */
export function differences(base: Outcome, now: Outcome): Difference[] {
  const places = [...new Set([...base.keys(), ...now.keys()])].sort();
  return places.flatMap((place) => {
    const [before, after] = [base.get(place) ?? [], now.get(place) ?? []];
    const [gone, come] = [without(before, after), without(after, before)];
    return gone.length + come.length === 0 ? [] : [{ place, before: gone, after: come }];
  });
}

function without(items: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of others) counts.set(each, (counts.get(each) ?? 0) + 1);
  return items.filter((each) => {
    const left = counts.get(each) ?? 0;
    counts.set(each, left - 1);
    return left <= 0;
  });
}
