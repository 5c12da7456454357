import { checkOfCase } from '../checks/checks.ts';
import { endingKey, endingsOf } from '../checks/endings.ts';
import type { CaseLine } from '../journal/case-line.ts';
import type { Footer, JournalLine, PreflightLine, RunHeader } from '../journal/journal-line.ts';
import type { StoredExchange } from '../journal/stored-exchange.ts';
import { operationDefinitions } from '../operations/operations.ts';
import type { Report } from '../reports/report/report.ts';
import { requirements } from '../requirements/catalogue.ts';
import { BundleRefused } from './bundle-refused.ts';
import { exchangeLines, exchangesPath, runLines, runPath } from './evidence-lines.ts';
import type { Files } from './manifest.ts';

/** What the lines of the evidence must have once. */
interface Seen {
  readonly frame: {
    run?: RunHeader;
    preflight?: PreflightLine;
    waivers?: JournalLine;
    footer?: Footer;
  };
  readonly cases: Set<string>;
  readonly judgements: Set<string>;
  readonly endings: Set<string>;
  sums: number;
}

/**
 * Checks the form of each line of the evidence, and that together they are one complete run of the whole suite on the target
 * that the report names.
 * @throws BundleRefused with the first problem
 */
export function checkEvidence(files: Files, report: Report): void {
  const seen: Seen = {
    frame: {},
    cases: new Set(),
    judgements: new Set(),
    endings: new Set(),
    sums: 0,
  };
  for (const line of runLines(files)) takeLine(seen, line);
  const { run, preflight } = seen.frame;
  if (run === undefined) refuse('schema', `${runPath} does not identify its run.`);
  if (preflight === undefined) refuse('schema', `${runPath} has no preflight.`);
  const unseen = operationDefinitions.find(
    ({ operation }) => !Object.hasOwn(preflight.facts.operations, operation),
  );
  if (unseen !== undefined)
    refuse('schema', `The preflight in ${runPath} says nothing about ${unseen.operation}.`);
  checkExchanges(files, hostOf(run, preflight, report));
  for (const id of seen.judgements)
    if (!seen.cases.has(id)) refuse('schema', `${runPath} has a judgement of ${id} but not the case.`);
  checkEndings(seen, run);
  if (seen.sums > 0 && run.run.effort !== 'soak') {
    refuse(
      'required-set',
      `${runPath} sums up cases instead of keeping them, which only a soak does; sums cannot be judged again.`,
    );
  }
}

function takeLine(seen: Seen, line: JournalLine): void {
  const { frame } = seen;
  switch (line.type) {
    case 'run':
    case 'preflight':
    case 'waivers':
    case 'footer':
      if (frame[line.type] !== undefined) refuse('schema', `${runPath} has two lines of type ${line.type}.`);
      Object.assign(frame, { [line.type]: line });
      break;
    case 'case':
      checkCase(line);
      addOnce(seen.cases, line.id, `${runPath} has the case ${line.id} twice.`);
      break;
    case 'judgement':
      addOnce(seen.judgements, line.case, `${runPath} has two judgements of ${line.case}.`);
      break;
    case 'check':
      addOnce(
        seen.endings,
        endingKey(line),
        `${runPath} says twice how ${line.requirement} on ${line.operation} ended.`,
      );
      break;
    case 'sum':
      seen.sums += 1;
  }
}

const operationsOf = new Map(requirements.map(({ id, operations }) => [id, operations]));

function checkCase({ id, requirement, operation }: CaseLine): void {
  if (operationsOf.get(requirement)?.includes(operation) !== true)
    refuse(
      'schema',
      `The case ${id} is one of ${requirement} on ${operation}, which is not a requirement here.`,
    );
  const check = checkOfCase(id);
  if (check !== undefined && check.operation !== operation)
    refuse('schema', `The case ${id} is one of ${operation}, which its id does not say.`);
}

/** The host that every request must have been sent to. */
function hostOf({ target }: RunHeader, { facts }: PreflightLine, report: Report): string {
  const isReference = target.kind === 'reference';
  const isSame =
    facts.kind === target.kind &&
    (isReference || facts.baseUrl === target.baseUrl) &&
    report.target.baseUrl === target.baseUrl;
  const url = URL.canParse(facts.baseUrl) ? new URL(facts.baseUrl) : undefined;
  if (!isSame || url === undefined)
    return refuse(
      'required-set',
      `The report names the target ${report.target.baseUrl}, but the run was on ${facts.baseUrl}.`,
    );
  return url.host;
}

function checkExchanges(files: Files, host: string): void {
  const ids = new Set<string>();
  for (const exchange of exchangeLines(files)) {
    addOnce(ids, exchange.id, `${exchangesPath} has the exchange ${exchange.id} twice.`);
    const sent = hostsOf(exchange);
    if (!sent.includes(host)) {
      refuse(
        'required-set',
        `The exchange ${exchange.id} was sent to ${sent.join(', ') || 'no host'}, not to ${host}, the target of the run.`,
      );
    }
  }
}

function hostsOf({ request }: StoredExchange): string[] {
  return request.headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => value);
}

/** Every check and partition says how it ended; what is not there may have been left out. */
function checkEndings({ endings }: Seen, { run }: RunHeader): void {
  const isSoak = run.effort === 'soak';
  const meant = new Set(
    endingsOf({ only: undefined, shard: undefined, isSoak }).map((ending) => endingKey(ending)),
  );
  const missing = [...meant].filter((key) => !endings.has(key));
  if (missing.length > 0)
    refuse(
      'required-set',
      `${runPath} does not say how ${missing.length} of ${meant.size} checks ended, the first of them ${missing[0]?.trim()}.`,
    );
  const unknown = [...endings].find((key) => !meant.has(key));
  if (unknown !== undefined)
    refuse(
      'required-set',
      `${runPath} says how ${unknown.trim()} ended, which is not a check of such a run.`,
    );
}

function addOnce(known: Set<string>, id: string, sentence: string): void {
  if (known.has(id)) refuse('schema', sentence);
  known.add(id);
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
