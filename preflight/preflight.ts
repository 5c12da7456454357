import { type BuiltCase, buildCase } from '../engine/case-builder.ts';
import { momentsOf, wallClock } from '../engine/clock.ts';
import { createHealth, OperationGivenUp, patienceFor } from '../engine/health.ts';
import { plainRequest } from '../engine/plain-request.ts';
import type { Journal } from '../journal/journal.ts';
import { toStored } from '../journal/stored-exchange.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { JsonObject } from '../json/read-json.ts';
import { answersAsItself, responseText } from '../judges/answers/answers-as-itself.ts';
import { listingOperation, synchronizerOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { NoVerdict } from '../settings/run-errors.ts';
import { boundsFor } from '../wire/bounds.ts';
import { type ApiKeyForm, apiKeyForms, present, presentText, validToken } from '../wire/credential.ts';
import { tokenProblem } from '../wire/credential-problems.ts';
import type { Exchange, HeaderPair } from '../wire/exchange.ts';
import type { OperationRequest } from '../wire/plan-request.ts';
import type { Learned, TokenSource } from '../wire/token.ts';
import { unreachable } from '../wire/unreachable.ts';
import type { Wire } from '../wire/wire.ts';
import { clockAheadIn, learnTokens } from './learn-tokens.ts';
import { likelyMistakes } from './likely-mistakes.ts';
import {
  type AmongTraffic,
  allAtOnce,
  amongTraffic,
  isRejected,
  isTaken,
  type OrdinaryStart,
  stateOf,
} from './operation-states.ts';
import { findPageParameters, type PageFindings } from './page-parameters.ts';

/** The configured facts; preflight adds what it finds out. */
export type ConfiguredFacts = Omit<
  TargetFacts,
  keyof PageFindings | keyof Learned | 'apiKeyForm' | 'bearerWorks' | 'operations' | 'firstTopology'
>;

interface PreflightParts {
  readonly configured: ConfiguredFacts;
  readonly wire: Wire;
  readonly tokens: TokenSource;
  readonly identity: string;
  readonly timeoutMs: number;
  /** The first configured execute body; sent without its submissionId, so that it is not used up. */
  readonly executeBody: JsonObject | undefined;
  /** Records the exchanges as evidence; they belong to no case. */
  readonly journal: Journal;
  /** The variable with the proxy that requests go through, if they do. */
  readonly proxyVariable: string | undefined;
  /** Receives a sentence for each likely mistake in the configuration. */
  readonly warn: (sentence: string) => void;
  /** Present in a disguised run. */
  readonly ordinaryStart?: OrdinaryStart;
}

/** Whether a target is there at all is told soon: a wrong port is a likelier reason than a restart. */
const busyMs = 1_500;

/** How much of a query the id of a request has: the page token in it may be of any length. */
const longestName = 80;

/** What is asked beside a plain request. */
interface Asking {
  readonly query?: string;
  /** Waits several times the timeout. */
  readonly isPatient?: boolean;
}

/**
 * Checks a target before the run: whether it responds, which credential forms it accepts, how many users it has, and
 * which page parameters it uses.
 * @throws NoVerdict if nothing responds or no operation accepts the token; UsageError if a setting is wrong.
 */
export async function preflight(parts: PreflightParts): Promise<TargetFacts> {
  const { configured, tokens } = parts;
  const first = await tokens.current();
  let asked = 0;
  const ask = async (
    operation: Operation,
    credential: (token: string) => HeaderPair[],
    name: string,
    { query, isPatient = false }: Asking = {},
  ): Promise<Exchange> => {
    asked += 1;
    const builder = preflightCase(parts, operation, `${asked} ${name}`);
    const request = { ...plainOf(parts, operation, name), isPatient };
    const queried = query === undefined ? request : { ...request, query };
    const exchange = await sendProbe(builder, queried, credential(await tokens.current()));
    for (const place of builder.record().attempts) parts.journal.exchange(place.exchange);
    return exchange;
  };
  const among = amongOf(parts, () => ask(listingOperation, asBearer, 'listing'));
  await among.begin();
  const askAs = async (operation: Operation) =>
    [operation, await ask(operation, asBearer, 'bearer')] as const;
  const bearer = new Map<Operation, Exchange>(await among.each(operationStems, askAs));
  if ([...bearer.values()].every((exchange) => exchange.answer === undefined)) {
    throw new NoVerdict(
      unreachable(configured.baseUrl, [...bearer.values()], parts.proxyVariable),
      responsesOf(bearer),
    );
  }
  await askAgainPatiently(bearer, (operation) => ask(operation, asBearer, 'patient', { isPatient: true }));
  const clockAhead = clockAheadIn([...bearer.values()]);
  tokens.heed({ clockAhead });
  // What this machine takes for valid may have ended by the target's clock.
  const token = await tokens.current();
  if (token !== first && [...bearer.values()].every((exchange) => !isTaken(exchange)))
    for (const [operation, exchange] of await among.each(operationStems, askAs))
      bearer.set(operation, exchange);
  // Skip the other scheme for unresponsive operations: each attempt takes a full timeout.
  const answering = operationStems.filter((operation) => isQuick(bearer.get(operation)));
  const mistakes = likelyMistakes(configured, bearer, clockAhead ?? 0);
  const { form, apiKey } = await findApiKeyForm(answering, { ask, each: among.each });
  const states = stateOf(bearer, apiKey);
  refuseUntestable(parts, { bearer, apiKey, states, mistakes, token });
  const bearerWorks = [...bearer.values()].some(isTaken);
  const usual = (each: string): HeaderPair[] =>
    bearerWorks ? asBearer(each) : presentText('api-key', each, form ?? 'jwt.token.');
  const isListing = states[listingOperation].state === 'answers';
  const isAccepted = async (made: string): Promise<boolean> => {
    const [exchange] = await among.each([listingOperation], (operation) =>
      ask(operation, () => usual(made), 'signed token'),
    );
    return exchange === undefined || !isRejected(exchange);
  };
  const { warnings, ...learned } = await learnTokens(tokens, clockAhead, isListing ? isAccepted : undefined);
  for (const mistake of [...mistakes, ...warnings]) parts.warn(mistake);
  const pages: PageFindings = isListing
    ? await findPageParameters(configured, (query) =>
        ask(listingOperation, usual, `pages ${query.slice(0, longestName) || 'first'}`, { query }),
      )
    : { users: null, pageSizeWorks: null };
  const topology = bearer.get(synchronizerOperation);
  const firstTopology = topology?.answer?.status === 200 ? toStored(topology) : null;
  const canExpire = configured.canExpire && learned.canExpire;
  const met = { apiKeyForm: form, bearerWorks, operations: states, firstTopology };
  return { ...configured, ...learned, canExpire, ...pages, ...met };
}

/** Sends the request of a case; its last attempt counts if the time to wait was up before the next one. */
async function sendProbe(
  builder: BuiltCase,
  request: OperationRequest,
  credential: readonly HeaderPair[],
): Promise<Exchange> {
  try {
    return await builder.send('probe', { ...request, credential });
  } catch (error) {
    const last = builder.record().attempts.at(-1);
    if (!(error instanceof OperationGivenUp) || last === undefined) throw error;
    return last.exchange;
  }
}

const asBearer = (token: string): HeaderPair[] => presentText('bearer', token);

/** What both schemes met, and what was said about it. */
interface Met {
  readonly bearer: ReadonlyMap<Operation, Exchange>;
  readonly apiKey: ReadonlyMap<Operation, Exchange>;
  readonly states: TargetFacts['operations'];
  readonly mistakes: readonly string[];
  readonly token: string;
}

/** @throws NoVerdict if no operation accepts the token, or something else responds to all of them. */
function refuseUntestable(
  { configured, tokens }: PreflightParts,
  { bearer, apiKey, states, mistakes, token }: Met,
): void {
  if (operationStems.every((operation) => states[operation].state === 'refuses-token')) {
    const problem =
      tokenProblem(token, new Date(tokens.now() * 1_000)) ??
      'Is it for this server, complete, and not expired?';
    throw new NoVerdict(
      [
        `The target rejects the token on every operation, as bearer token and as API key (${states[listingOperation].detail}). Check TARGET_TOKEN: ${problem}`,
        ...mistakes,
      ].join('\n'),
      responsesOf(bearer),
    );
  }
  if (operationStems.every((operation) => isStranger(operation, bearer, apiKey)))
    throw new NoVerdict(strangerText(configured.baseUrl, mistakes), responsesOf(bearer));
}

function amongOf({ ordinaryStart, identity }: PreflightParts, list: () => Promise<Exchange>): AmongTraffic {
  return ordinaryStart === undefined ? allAtOnce : amongTraffic(ordinaryStart, list, identity);
}

/** Whether something else than the operation responded, under both schemes. */
function isStranger(operation: Operation, ...met: readonly ReadonlyMap<Operation, Exchange>[]): boolean {
  const exchanges = met.flatMap((each) => each.get(operation) ?? []);
  return exchanges.every((exchange) => answersAsItself(operation, exchange) === false);
}

function strangerText(baseUrl: string, mistakes: readonly string[]): string {
  const what = `Nothing at ${baseUrl} responds like this interface: no operation returned a JSON object, or the text of a 400.`;
  return [what, ...(mistakes.length > 0 ? mistakes : [elsewhereInGeneral])].join('\n');
}

const elsewhereInGeneral = 'Check host, port and path of TARGET_BASE_URL, and the log of the server.';

function responsesOf(met: ReadonlyMap<Operation, Exchange>): Record<string, string> {
  const answered = [...met].filter(([, { answer }]) => answer !== undefined);
  return Object.fromEntries(answered.map(([operation, exchange]) => [operation, responseText(exchange)]));
}

/** A late answer is no breach, but none is one (ruling 38). If no operation answers, there is no verdict anyway. */
async function askAgainPatiently(
  bearer: Map<Operation, Exchange>,
  ask: (operation: Operation) => Promise<Exchange>,
): Promise<void> {
  const silent = [...bearer].filter(([, { failure }]) => failure?.kind === 'timeout');
  await Promise.all(
    silent.map(async ([operation]) => {
      bearer.set(operation, await ask(operation));
    }),
  );
}

/** Something was received, and without a timeout. */
function isQuick(exchange: Exchange | undefined): boolean {
  return exchange?.answer !== undefined && !['timeout', 'slow'].includes(exchange.failure?.kind ?? '');
}

function plainOf(parts: PreflightParts, operation: Operation, name: string): OperationRequest {
  const identity = `${parts.identity}/preflight/${name}`;
  return plainRequest(operation, parts.configured.synchronizer, identity, parts.executeBody);
}

function preflightCase(parts: PreflightParts, operation: Operation, name: string): BuiltCase {
  return buildCase(
    {
      id: `preflight@${operation}/${name}`,
      requirement: 'preflight',
      operation,
      judge: 1,
      wire: parts.wire,
      bounds: boundsFor(parts.timeoutMs),
      validCredential: () => present('bearer', validToken),
      tokenText: () => parts.tokens.current(),
      plain: () => plainOf(parts, operation, 'plain'),
      health: createHealth({ ...patienceFor(parts.timeoutMs), busyMs }),
      clock: wallClock,
      moment: momentsOf(wallClock),
      confirms: false,
    },
    { kind: 'preflight', detail: name },
  );
}

/** How the operations are asked. */
interface Asks extends Pick<AmongTraffic, 'each'> {
  readonly ask: (
    operation: Operation,
    credential: (token: string) => HeaderPair[],
    name: string,
  ) => Promise<Exchange>;
}

/** Ruling 20: tries the forms in turn; the first that all operations accept is the target's. */
async function findApiKeyForm(
  answering: readonly Operation[],
  { ask, each }: Asks,
): Promise<{ form: ApiKeyForm | null; apiKey: Map<Operation, Exchange> }> {
  let best: { form: ApiKeyForm | null; apiKey: Map<Operation, Exchange>; taken: number } = {
    form: null,
    apiKey: new Map(),
    taken: -1,
  };
  for (const form of apiKeyForms) {
    const answers = await each(
      answering,
      async (operation) =>
        [
          operation,
          await ask(operation, (token) => presentText('api-key', token, form), `api-key ${form}`),
        ] as const,
    );
    const taken = answers.filter(([operation, exchange]) => wentThrough(operation, exchange)).length;
    if (taken > best.taken) best = { form: taken > 0 ? form : null, apiKey: new Map(answers), taken };
    if (taken === answering.length) break;
  }
  return best;
}

/** A plain listing succeeds if its credential is accepted; other plain requests may fail for other reasons. */
function wentThrough(operation: Operation, exchange: Exchange): boolean {
  if (operation !== listingOperation) return isTaken(exchange);
  const { answer, failure } = exchange;
  return failure === undefined && answer !== undefined && answer.status >= 200 && answer.status < 300;
}
