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
  [/\b([\d,]+) of [\d,]+ (?:answers|responses)\b/g, '$1 of <count> responses'],
  [/\b[\d,]+ (?:answers|responses) judged\b/g, '<count> responses judged'],
  // How many requests there are in all: they are compared byte for byte.
  [/\b[\d,]+ exchanges\b/g, '<count> exchanges'],
  [/\bexchanges=\d+/g, 'exchanges=<count>'],
  [/"exchanges": ?\d+/g, '"exchanges":<count>'],
  [/(_exchanges\{[^}]*\}) \d+/g, '$1 <count>'],
  [/^(\| \d+ \| \d+ \|) \d+ \|$/g, '$1 <count> |'],
  // Keys are made anew.
  [/\bsigned by(:?) [\w-]{43}/g, 'signed by$1 <key>'],
  // Of a script in a page.
  [/sha256-[\w+/=]+/g, 'sha256-<digest>'],
  // Which clients sent requests was drawn in another way before.
  [/(?:Conditions:|Judged over) [^<\n]*/g, 'Conditions: <some>'],
  [/\/\S*\/(?=ledger-conformance-oracle-)\S+?(?=[/\s"')]|$)/g, '<folder>'],
];

/** Texts of the base, and what they are now. */
const reworded: readonly (readonly [RegExp, string])[] = [
  [/\bwhere the document leaves room\b/g, 'of behaviour the document leaves open'],
  [/\bprobably one cause each\b/g, 'likely common causes'],
  [
    /\bthe run would miss a fault in one of ten answers with (\d+) % probability/g,
    'a fault in one response of ten would be missed $1 % of the time',
  ],
  [/\bwould miss it with (\d+) % probability/g, 'would miss it $1 % of the time'],
  [
    /\bunder both schemes: (?:it may lack a right|it may lack a permission|the server does not recognize this token)/g,
    'under both schemes',
  ],
  [/\ba connection error that went away\b/g, 'a connection error, then a response on a retry'],
  [/\banswered a request that is merely wrong\b/g, 'answered an invalid request'],
  [/\bin the style of ordinary clients\b/g, 'disguised as ordinary clients'],
  [/\bJudged over\b/g, 'Conditions:'],
  [/\ba fraction too small for a double is rejected/g, '1.00000000000000000001 is rejected'],
  [/\bWaivers end soon\b/g, 'Waivers expire soon'],
  [/\bSecrets are replaced by marks\b/g, 'Secrets are redacted'],
  [
    /\bVerdict of the last run on the target: 1 for the one that it is\b/g,
    'Verdict of the last run: 1 for the current one',
  ],
  [/, behind (\S+)\): allow this run/g, ', after $1): allow this run'],
  [/\b([Aa])n answer (took|was) longer\b/g, '$1 response $2 longer'],
  [/\banswer(s?)\b/g, 'response$1'],
];

/** A text without what differs between two runs of the same build, and with the texts of today. */
export function normalized(text: string): string {
  return [...reworded, ...different].reduce((so, [pattern, name]) => so.replace(pattern, name), text);
}

interface Stored {
  readonly id: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly string[])[];
    readonly [body: string]: unknown;
  };
  readonly response?: { readonly status: number; readonly headers: readonly (readonly string[])[] };
  readonly failure?: { readonly kind: string };
}

interface Result {
  readonly requirement: string;
  readonly operation: string;
  readonly findings: readonly Readonly<Record<string, unknown>>[];
  readonly circumstances?: object;
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
    const lines = unwrapped(stdout).split('\n').filter(isSteady);
    add(
      `standard output of command ${place + 1}`,
      lines.filter((line) => !line.startsWith(' ')),
    );
    add(
      `indented standard output of command ${place + 1}`,
      lines.filter((line) => line.startsWith(' ')),
    );
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
    add(`requests of ${id.slice(0, id.indexOf('/'))}`, [`${asked(request)} → ${met}`]);
  }
}

/** The headers that a check is about; as which client it is sent was drawn in another way before. */
const ownHeaders = /^(?:authorization|sec-websocket-protocol|content-type)$/i;

function asked({ headers, ...request }: Stored['request']): string {
  const own = headers.filter(([name = '']) => ownHeaders.test(name));
  return JSON.stringify({
    ...request,
    headers: own.map(([name = '', value = '']) => [name.toLowerCase(), withoutMarks(value)]),
  });
}

/** A value with secrets in it by its length: a secret that was found in pieces before is found whole now. */
function withoutMarks(value: string): string {
  const filled = value.replace(/\[redacted:[a-z0-9-]+:(\d+)[^\]]*\]/g, (_, length) =>
    '*'.repeat(Number(length)),
  );
  return filled === value ? value : `<${filled.length} characters>`;
}

function addReport(text: string, add: Add): void {
  const { results, observations, durations, ...whole } = JSON.parse(text) as {
    results: readonly Result[];
    observations: readonly unknown[];
    durations?: unknown;
  } & Record<string, unknown>;
  for (const [name, value] of Object.entries(whole)) add(`report.json, ${name}`, [JSON.stringify(value)]);
  for (const { findings, circumstances = {}, ...result } of results) {
    // How many requests each client sent was drawn in another way before; that each kind is covered was not.
    add('report.json, results', [JSON.stringify({ ...result, circumstances: Object.keys(circumstances) })]);
    const place = `findings of ${result.requirement}@${result.operation}`;
    add(place, findings.map(withoutExample));
  }
  add(
    'report.json, observations',
    observations.map((each) => JSON.stringify(each)),
  );
}

/**
 * A finding without the one request that stands for it: as which client it was sent, and so which one is the shortest, was drawn in
 * another way before. What kinds of requests it is about, how many of each, and what came back is compared.
 */
function withoutExample(finding: Readonly<Record<string, unknown>>): string {
  const { exchanges, rate, replay, parameters, message, expected, pointer, input, details, ...same } =
    finding;
  const { text, ...kind } = (input ?? {}) as Record<string, unknown>;
  return JSON.stringify({ ...same, input: kind });
}

/** What a page shows of durations, and of checks that passed: their slowest exchanges; and its script, whose tests run it. */
const ofSpeed = [
  /<script[\s\S]*?<\/script>/g,
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
