import { type BuiltCase, buildCase } from '../engine/case-builder.ts';
import { momentsOf, wallClock } from '../engine/clock.ts';
import { createHealth, OperationGivenUp, patienceFor } from '../engine/health.ts';
import { plainRequest } from '../engine/plain-request.ts';
import type { Journal } from '../journal/journal.ts';
import { toStored } from '../journal/stored-exchange.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { JsonObject } from '../json/read-json.ts';
import { answersAsItself, responseText, softwareIn } from '../judges/answers/answers-as-itself.ts';
import { listingOperation, synchronizerOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { NoVerdict } from '../settings/run-errors.ts';
import { boundsFor } from '../wire/bounds.ts';
import type { Client } from '../wire/clients.ts';
import { type ApiKeyForm, present, presentText, type Scheme, validToken } from '../wire/credential.ts';
import { tokenProblem } from '../wire/credential-problems.ts';
import type { Exchange, HeaderPair } from '../wire/exchange.ts';
import type { OperationRequest } from '../wire/plan-request.ts';
import type { Learned, TokenSource } from '../wire/token.ts';
import { unreachable } from '../wire/unreachable.ts';
import type { Wire } from '../wire/wire.ts';
import { findApiKeyForm, wentThrough } from './api-key-form.ts';
import { clockAheadIn, learnTokens, tryListed } from './learn-tokens.ts';
import { isElsewhere, likelyMistakes, strangerText } from './likely-mistakes.ts';
import {
  type AmongTraffic,
  allAtOnce,
  amongTraffic,
  askAgainPatiently,
  isQuick,
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
  /** As whom, if not as the client that a disguised run begins with. */
  readonly client?: Client | undefined;
  /** Waits several times the timeout. */
  readonly isPatient?: boolean;
}

type Credential = (token: string) => HeaderPair[];

type Ask = (operation: Operation, credential: Credential, name: string, more?: Asking) => Promise<Exchange>;

/**
 * Checks a target before the run: whether it responds, which credential forms it accepts, how many users it has, and
 * which page parameters it uses.
 * @returns what it learned, and a sentence for each likely mistake in the configuration
 * @throws NoVerdict if nothing responds or no operation accepts the token; UsageError if a setting is wrong.
 */
export async function preflight(
  parts: PreflightParts,
): Promise<{ readonly facts: TargetFacts; readonly mistakes: readonly string[] }> {
  const { configured, tokens } = parts;
  const first = await tokens.current();
  let asked = 0;
  const ask: Ask = async (operation, credential, name, { query, client, isPatient = false } = {}) => {
    asked += 1;
    const builder = preflightCase(parts, operation, `${asked} ${name}`);
    const isWorn = client !== undefined && parts.ordinaryStart !== undefined;
    const style = isWorn ? { style: { client, key: `${asked} ${name}`, run: parts.identity } } : {};
    const request = { ...plainOf(parts, operation, name), ...style, isPatient };
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
  const learning = { parts, among, ask, clockAhead };
  // Who is let in as bearer has no reason to send an API key, so ordinary traffic comes before that is tried.
  const { traffic } = parts.ordinaryStart ?? {};
  const isOrdinary = parts.ordinaryStart !== undefined && [...bearer].every(isAnswered);
  const early = isOrdinary ? await learn(learning, asBearer, true) : undefined;
  if (early !== undefined)
    await traffic?.(
      factsOf(parts, bearer, early, { form: null, bearerWorks: true, states: stateOf(bearer, new Map()) }),
    );
  const { form, apiKey } = await findApiKeyForm(answering, { ask, each: among.each });
  const states = stateOf(bearer, apiKey);
  refuseUntestable(parts, { bearer, apiKey, states, mistakes, token });
  const bearerWorks = [...bearer.values()].some(isTaken);
  const usual = (each: string): HeaderPair[] =>
    bearerWorks ? asBearer(each) : presentText('api-key', each, form ?? 'jwt.token.');
  const learnt = early ?? (await learn(learning, usual, states[listingOperation].state === 'answers'));
  const facts = factsOf(parts, bearer, learnt, { form, bearerWorks, states });
  await tryListed(tokens, facts.tokens ?? 0, refusing(learning, facts));
  if (early === undefined) await traffic?.(facts);
  return { facts, mistakes: [...mistakes, ...learnt.warnings] };
}

/** What was learned with the credential that the target takes. */
interface Learnt {
  readonly facts: Learned & PageFindings & Pick<TargetFacts, 'canExpire'>;
  readonly warnings: readonly string[];
}

/** How a target is asked, and how far its clock is ahead. */
interface Learning {
  readonly parts: PreflightParts;
  readonly among: AmongTraffic;
  readonly ask: Ask;
  readonly clockAhead: number | null;
}

async function learn(
  { parts: { configured, tokens }, among, ask, clockAhead }: Learning,
  usual: Credential,
  isListing: boolean,
): Promise<Learnt> {
  const isAccepted = async (made: string): Promise<boolean> => {
    const [exchange] = await among.each([listingOperation], (operation) =>
      ask(operation, () => usual(made), 'signed token'),
    );
    return exchange === undefined || !isRejected(exchange);
  };
  const { warnings, ...tokensOf } = await learnTokens(tokens, clockAhead, isListing ? isAccepted : undefined);
  const pages: PageFindings = isListing
    ? await findPageParameters(configured, (query) =>
        ask(listingOperation, usual, `pages ${query.slice(0, longestName) || 'first'}`, { query }),
      )
    : { users: null, pageSizeWorks: null };
  return { facts: { ...tokensOf, ...pages }, warnings };
}

function refusing({ among, ask }: Learning, { apiKeyForm, bearerWorks, operations }: TargetFacts) {
  return async (scheme: Scheme, token: string, client: Client | undefined): Promise<boolean> => {
    const isSent = scheme === 'bearer' ? bearerWorks : apiKeyForm !== null;
    if (!isSent || operations[listingOperation].state !== 'answers') return false;
    const credential = () => presentText(scheme, token, apiKeyForm ?? undefined);
    const [exchange] = await among.each([listingOperation], (operation) =>
      ask(operation, credential, 'listed token', { client }),
    );
    return exchange !== undefined && isRejected(exchange);
  };
}

function factsOf(
  { configured }: PreflightParts,
  bearer: ReadonlyMap<Operation, Exchange>,
  { facts }: Learnt,
  met: { form: ApiKeyForm | null; bearerWorks: boolean; states: TargetFacts['operations'] },
): TargetFacts {
  const topology = bearer.get(synchronizerOperation);
  const firstTopology = topology?.answer?.status === 200 ? toStored(topology) : null;
  const { form: apiKeyForm, bearerWorks, states: operations } = met;
  const canExpire = configured.canExpire && facts.canExpire;
  const software = softwareIn([...bearer.values()]);
  const learned = { ...facts, canExpire, apiKeyForm, bearerWorks, operations, firstTopology };
  return { ...configured, ...learned, software: software.length === 0 ? undefined : software };
}

/** Whether an operation let the credential in, and answered as itself. */
function isAnswered([operation, exchange]: readonly [Operation, Exchange]): boolean {
  return wentThrough(operation, exchange) && answersAsItself(operation, exchange) !== false;
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
  const isRefused = operationStems.every((operation) => states[operation].state === 'refuses-token');
  if (isElsewhere([bearer, apiKey], isRefused))
    throw new NoVerdict(strangerText(configured.baseUrl, mistakes), responsesOf(bearer));
  if (!isRefused) return;
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

function amongOf({ ordinaryStart, identity }: PreflightParts, list: () => Promise<Exchange>): AmongTraffic {
  return ordinaryStart === undefined ? allAtOnce : amongTraffic(ordinaryStart, list, identity);
}

function responsesOf(met: ReadonlyMap<Operation, Exchange>): Record<string, string> {
  const answered = [...met].filter(([, { answer }]) => answer !== undefined);
  return Object.fromEntries(answered.map(([operation, exchange]) => [operation, responseText(exchange)]));
}

function plainOf(parts: PreflightParts, operation: Operation, name: string): OperationRequest {
  const identity = `${parts.identity}/preflight/${name}`;
  const { configured, executeBody, ordinaryStart } = parts;
  return plainRequest(operation, {
    synchronizer: configured.synchronizer,
    identity,
    executeBody,
    isDrawn: ordinaryStart !== undefined,
  });
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
