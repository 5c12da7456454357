import { endingKey, endingsOf } from '../engine/named-checks.ts';
import { partitionLength, partOf } from '../engine/soak-plan.ts';
import type { CaseLine } from '../journal/case-line.ts';
import { createSetDigest, exchangesAt, type LinePlace } from '../journal/exchanges.ts';
import { exchangesFile } from '../journal/journal.ts';
import {
  embeddedAddress,
  type JournalLine,
  type PreflightLine,
  type RunHeader,
} from '../journal/journal-line.ts';
import { operationDefinitions } from '../operations/operations.ts';
import type { Report } from '../reports/report/report.ts';
import { requirements } from '../requirements/catalogue.ts';
import { normalBaseUrl } from '../settings/base-url.ts';
import { proxyFor, readProxies } from '../settings/proxies.ts';
import { wrongValues } from '../settings/settings.ts';
import { checkOfCase } from '../specs/all.ts';
import { decodeContent } from '../wire/content-coding.ts';
import { headerValues } from '../wire/exchange.ts';
import type { OpenedChallenge } from './challenge.ts';
import { exchangeLines, exchangesPath, runFilesOf, runLines, runPath } from './evidence-lines.ts';
import { concealed, createExchangeFacts, recordedSettings } from './exchange-facts.ts';
import type { Files } from './manifest.ts';
import { refuse } from './refusal.ts';

/** The lines of the evidence and what they say together, collected in one pass over each file. */
export type EvidenceFacts = ReturnType<typeof readEvidence>;

/**
 * Reads the evidence.
 * @throws BundleRefused at the first line that the suite does not write, or that a run writes only once
 */
export function readEvidence(files: Files) {
  const frame = new Map<JournalLine['type'], JournalLine>();
  const [cases, judgements, endings] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const lines: JournalLine[] = [];
  let sums = 0;
  for (const line of runLines(files)) {
    lines.push(line);
    if (line.type === 'case') {
      checkCase(line);
      addOnce(cases, line.id, `${runPath} has the case ${line.id} twice.`);
    } else if (line.type === 'judgement')
      addOnce(judgements, line.case, `${runPath} has two judgements of ${line.case}.`);
    else if (line.type === 'check') {
      const { requirement, operation } = line;
      addOnce(endings, endingKey(line), `${runPath} says twice how ${requirement} on ${operation} ended.`);
    } else if (line.type === 'sum') sums += 1;
    else if (frame.has(line.type)) refuse('schema', `${runPath} has two lines of type ${line.type}.`);
    else frame.set(line.type, line);
  }
  const run = frame.get('run') as RunHeader | undefined;
  const preflight = frame.get('preflight') as PreflightLine | undefined;
  if (run === undefined) return refuse('schema', `${runPath} does not identify its run.`);
  if (lines[0] !== run || (frame.has('footer') && lines.at(-1)?.type !== 'footer'))
    refuse('schema', `${runPath} does not begin with its run and end with the end of it.`);
  if (preflight === undefined) return refuse('schema', `${runPath} has no preflight.`);
  const { operations } = preflight.facts;
  const unseen = operationDefinitions.find(({ operation }) => !Object.hasOwn(operations, operation));
  if (unseen !== undefined)
    refuse('schema', `The preflight in ${runPath} says nothing about ${unseen.operation}.`);
  const sent = readExchanges(files);
  for (const id of judgements)
    if (!cases.has(id)) refuse('schema', `${runPath} has a judgement of ${id} but not the case.`);
  /** `endings`: which checks and partitions say how they ended (`endingKey`). */
  return { lines, run, preflight, cases: cases.size, sums, endings, ...sent };
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

function readExchanges(files: Files) {
  const places = new Map<string, LinePlace>();
  const digest = createSetDigest();
  const facts = createExchangeFacts();
  for (const { line, bytes, offset, length } of exchangeLines(files)) {
    if (places.has(line.id)) refuse('schema', `${exchangesPath} has the exchange ${line.id} twice.`);
    places.set(line.id, { offset, length });
    digest.add(bytes);
    facts.add(line);
  }
  const exchanges = exchangesAt(places, runFilesOf(files).reader(exchangesFile));
  return { exchanges, digest: digest.value(), sent: facts.value() };
}

function addOnce(known: Set<string>, id: string, sentence: string): void {
  if (known.has(id)) refuse('schema', sentence);
  known.add(id);
}

/** Says if the run was on another target than the report names, or a request was sent to another host. */
export function targetProblem(
  { run: { target }, preflight: { facts }, sent: { sentTo } }: EvidenceFacts,
  report: Report,
): string | undefined {
  const isSame =
    facts.kind === target.kind &&
    target.baseUrl === (target.kind === 'reference' ? embeddedAddress : facts.baseUrl) &&
    report.target.baseUrl === target.baseUrl;
  if (!isSame || !URL.canParse(facts.baseUrl))
    return `The report names the target ${report.target.baseUrl}, but the run was on ${facts.baseUrl}.`;
  const { host } = new URL(facts.baseUrl);
  for (const { exchange, hosts } of sentTo.values())
    if (!hosts.includes(host))
      return `The exchange ${exchange} was sent to ${hosts.join(', ') || 'no host'}, not to ${host}, the target of the run.`;
  return undefined;
}

/** Says if the record has settings that no run accepts, such as a base URL that shows another host than its own. */
export function settingsProblem({ run, preflight: { facts, inputs } }: EvidenceFacts): string | undefined {
  const { baseUrl } = facts;
  const [wrong] = wrongValues(recordedSettings(run, baseUrl, inputs));
  if (wrong !== undefined) return `No run has these settings: ${wrong}`;
  if ((run.run.cases !== undefined) !== (run.run.effort === 'soak'))
    return 'A soak, and no other run, says how many cases it has.';
  if (inputs?.proxy !== undefined && proxyFor(baseUrl, readProxies({ [inputs.proxy]: 'any' })) === undefined)
    return `No request to ${baseUrl} goes through a proxy that ${inputs.proxy} names.`;
  if (inputs?.publicKey === true && inputs.key !== null)
    return 'The run says that only a public key is known, and that tokens were signed.';
  if (normalBaseUrl(baseUrl) !== baseUrl) return `No run writes a base URL as ${JSON.stringify(baseUrl)}.`;
  return undefined;
}

/** Something by which a target could tell the requests of a run; `value` is absent if it is secret or says nothing. */
export interface RunMark {
  readonly setting: string;
  readonly value?: string;
}

/** What all requests of a run came through, carried, or were about, as its settings said. */
export function marksIn({ run: { run }, preflight: { facts, inputs } }: EvidenceFacts): RunMark[] {
  const { userAgent } = run;
  const names = inputs?.gateway.map(([name]) => name) ?? [];
  const values: readonly (readonly [string, string | undefined])[] = [
    ['CONFORMANCE_USER_AGENT', userAgent],
    ['TARGET_HEADERS_FILE', names.join(', ') || undefined],
    ['TARGET_PARTICIPANT_UIDS', facts.participantUids.join(', ') || undefined],
    ['TARGET_KNOWN_USERS', facts.knownUsers.join(', ') || undefined],
    ['TARGET_USER_ID', facts.userId ?? undefined],
    ['TARGET_SYNCHRONIZER_ALIAS', facts.synchronizerAlias ?? undefined],
  ];
  return [
    ...(inputs?.proxy === undefined ? [] : [{ setting: inputs.proxy }]),
    ...(inputs?.clientCertificate === true ? [{ setting: 'TARGET_CLIENT_CERT' }] : []),
    ...values.flatMap(([setting, value]) => (value === undefined ? [] : [{ setting, value }])),
  ];
}

/** Says if a check or partition does not say how it ended: what is not there may have been left out. */
export function endingsProblem({ endings, run: { run } }: EvidenceFacts): string | undefined {
  const isSoak = run.effort === 'soak';
  const meant = new Set(
    endingsOf({ only: undefined, shard: undefined, isSoak }).map((ending) => endingKey(ending)),
  );
  const missing = [...meant].filter((key) => !endings.has(key));
  if (missing.length > 0)
    return `${runPath} does not say how ${missing.length} of ${meant.size} checks ended, the first of them ${missing[0]?.trim()}.`;
  const unknown = [...endings].find((key) => !meant.has(key));
  if (unknown !== undefined)
    return `${runPath} says how ${unknown.trim()} ended, which is not a check of such a run.`;
  return undefined;
}

/** Says if cases are summed up by a run that is not a soak, or if a soak does not have the cases that it says. */
export function sumsProblem({ sums, lines, run: { run } }: EvidenceFacts): string | undefined {
  if (sums > 0 && run.effort !== 'soak')
    return `${runPath} sums up cases instead of keeping them, which only a soak does; sums cannot be judged again.`;
  const reached = new Set(
    lines.map((line) => line.type === 'sum' && `${line.operation} ${line.partition} ${line.upto}`),
  );
  for (const line of lines) {
    if (line.type !== 'check' || line.partition === undefined || line.state === 'inconclusive') continue;
    const { operation, partition } = line;
    const meant = partitionLength(Math.ceil((run.cases ?? 0) * partOf(operation).share), partition);
    if (meant > 0 && !reached.has(`${operation} ${partition} ${meant}`))
      return `The run says that it soaked ${operation} with ${meant} cases in partition ${partition + 1}, and ${runPath} does not have them.`;
  }
  return undefined;
}

/** Says if an exchange may be older than the challenge that the run answers. */
export function sentAfterProblem(
  { sent: { earliest } }: EvidenceFacts,
  { challenge: { issuedAt } }: OpenedChallenge,
): string | undefined {
  if (earliest === undefined) return undefined;
  const { id, at } = earliest;
  if (at === undefined)
    return `The exchange ${id} does not say when it was sent, so it may be older than the challenge.`;
  if (at < Date.parse(issuedAt))
    return `The exchange ${id} was sent at ${timeOf(at)}, before the challenge was issued at ${issuedAt}.`;
  return undefined;
}

/** Says if nothing was sent before the challenge expired that the run answers. */
export function sentLateProblem(
  { sent: { earliest } }: EvidenceFacts,
  { challenge: { expiresAt } }: OpenedChallenge,
): string | undefined {
  if ((earliest?.at ?? 0) <= Date.parse(expiresAt)) return undefined;
  return `The first exchange, ${earliest?.id}, was sent at ${timeOf(earliest?.at ?? 0)}, after the challenge had expired at ${expiresAt}.`;
}

/** Says if an answer has another body than its head says, or other content than its body; a body that is concealed has none. */
export async function contentProblem({ exchanges, sent }: EvidenceFacts): Promise<string | undefined> {
  if (sent.answerProblem !== undefined) return sent.answerProblem;
  for (const id of sent.coded) {
    const { body = Buffer.alloc(0), decoded, headers = [] } = exchanges.get(id)?.answer ?? {};
    const coding = headerValues(headers, 'content-encoding').join(',');
    if (decoded === undefined ? coding === '' : isConcealed(body, decoded)) continue;
    // One byte more than there should be is enough to see that there is more.
    const limit = (decoded?.length ?? 0) + 1;
    const again = coding === '' ? undefined : await decodeContent(body, coding, limit);
    if (decoded === undefined || !Buffer.isBuffer(again) || !again.equals(decoded))
      return `The answer of ${id} has a body that does not decode to what is recorded as its content.`;
  }
  return undefined;
}

/** Whether an encoded body is left out because its content has a secret. */
function isConcealed(body: Buffer, decoded: Buffer): boolean {
  return concealed.test(body.toString('latin1')) && decoded.includes('[redacted:');
}

function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
