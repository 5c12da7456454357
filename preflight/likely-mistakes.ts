import type { TargetFacts } from '../journal/target-facts.ts';
import { answersAsItself, isPage } from '../judges/answers/answers-as-itself.ts';
import { listingOperation, synchronizerOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operations } from '../schemas/openapi.ts';
import { withoutVersion } from '../settings/base-url.ts';
import { ago } from '../wire/credential-problems.ts';
import { type Answer, type Exchange, headerValue } from '../wire/exchange.ts';
import { isBusy } from '../wire/retry.ts';

type SuspectSettings = Pick<TargetFacts, 'baseUrl' | 'synchronizer'>;

/** Smaller clock differences do not matter: tokens are made by the target's clock (ruling 41). */
const skewSeconds = 300;

/**
 * Finds likely configuration mistakes in the first responses of a target; returns a sentence with cause and remedy for
 * each. These are guesses, so they do not affect the verdict.
 */
export function likelyMistakes(
  configured: SuspectSettings,
  met: ReadonlyMap<Operation, Exchange>,
  clockAhead: number,
): string[] {
  const answers = [...met.values()].flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  if (answers.length === 0) return [];
  const all = (holds: (answer: Answer) => boolean): boolean => answers.every(holds);
  const areStrange = [...met].every(([operation, exchange]) => answersAsItself(operation, exchange) !== true);
  const elsewhere =
    (areStrange ? versionTwice(configured) : undefined) ?? elsewhereBy(configured, all, answers[0]);
  const topology = met.get(synchronizerOperation)?.answer;
  return [
    ...(elsewhere === undefined ? [] : [elsewhere]),
    ...(elsewhere === undefined && topology !== undefined ? synchronizerMistake(configured, topology) : []),
    ...skewOf(clockAhead),
  ];
}

/** Where nothing answers as an operation: what that base URL probably has too much. */
function versionTwice({ baseUrl }: SuspectSettings): string | undefined {
  const meant = withoutVersion(baseUrl);
  return meant === undefined
    ? undefined
    : `TARGET_BASE_URL contains /v2, which the suite adds itself: set it to ${meant}.`;
}

function elsewhereBy(
  { baseUrl }: SuspectSettings,
  all: (holds: (answer: Answer) => boolean) => boolean,
  first: Answer | undefined,
): string | undefined {
  if (first === undefined) return undefined;
  if (all(({ status }) => status >= 300 && status < 400)) {
    const to = originOf(headerValue(first.headers, 'location'), baseUrl);
    return `Every operation returned a redirect${to === undefined ? '' : ` to ${to}`}, and redirects are not followed. Set TARGET_BASE_URL to the API itself; if it is behind a login page, put the credentials in TARGET_HEADERS_FILE.`;
  }
  if (all(isBusy))
    return `Every operation returned ${first.status}: the server is starting, overloaded, or out of reach of a gateway in front of it. Try again once it is up.`;
  if (all(isFirewallPage))
    return 'Every operation returned 403 with an HTML page, probably from a firewall or proxy in front of the target that rejects the requests of this run: its log says why. It may require a known User-Agent (CONFORMANCE_USER_AGENT) or other headers, such as Accept (TARGET_HEADERS_FILE). If it checks tokens, check TARGET_TOKEN too.';
  if (all(isPage))
    return 'Every operation returned an HTML page, probably from a login page, a proxy or another web server. Check host, port and path of TARGET_BASE_URL; headers that a gateway requires go in TARGET_HEADERS_FILE.';
  if (all(({ status }) => status === 407))
    return 'Every operation returned 407: a proxy requires credentials. Put them in HTTP_PROXY or HTTPS_PROXY, or add the host to NO_PROXY.';
  if (all(({ status }) => status === 404)) {
    const { path } = operations[listingOperation];
    return `Every operation returned 404, including ${baseUrl}${path}: the path prefix in TARGET_BASE_URL is missing or wrong.`;
  }
  return undefined;
}

/** Scheme, host and port only: the rest of a Location header is arbitrary text from the target. */
function originOf(location: string | undefined, baseUrl: string): string | undefined {
  return location !== undefined && URL.canParse(location, baseUrl)
    ? new URL(location, baseUrl).origin
    : undefined;
}

function synchronizerMistake({ synchronizer }: SuspectSettings, { status }: Answer): string[] {
  if (synchronizer === null || status < 400 || [401, 403, 429].includes(status) || status >= 500) return [];
  const form = synchronizer.includes('::')
    ? 'Is it the identifier of a synchronizer that this participant is connected to?'
    : 'It has no "::", so it is probably an alias: use the identifier.';
  return [
    `A valid ${synchronizerOperation} request with the configured TARGET_SYNCHRONIZER returned ${status}. ${form}`,
  ];
}

function skewOf(clockAhead: number): string[] {
  if (Math.abs(clockAhead) <= skewSeconds) return [];
  return [
    `The clock of this machine is ${ago(Math.abs(clockAhead))} ${clockAhead < 0 ? 'ahead of' : 'behind'} that of the target. Tokens of this run are made by the target's clock, but a token that was made elsewhere can be valid on one and not on the other. Synchronize both with NTP.`,
  ];
}

/** Whether something else than the operations responded, under both schemes. */
export function isElsewhere(
  schemes: readonly ReadonlyMap<Operation, Exchange>[],
  isTokenRefused: boolean,
): boolean {
  const exchanges = schemes.flatMap((met) => [...met]);
  if (isTokenRefused)
    return exchanges.every(([, { answer }]) => answer !== undefined && isFirewallPage(answer));
  return exchanges.every(([operation, exchange]) => answersAsItself(operation, exchange) === false);
}

/** A page with 403 comes from a firewall or proxy: an API rejects a token in a form of its own. */
function isFirewallPage(answer: Answer): boolean {
  return answer.status === 403 && isPage(answer);
}

/** That something else is there, with what the configuration may have wrong. */
export function strangerText(baseUrl: string, mistakes: readonly string[]): string {
  const what = `Nothing at ${baseUrl} responds like this interface: no operation returned a JSON object, or the text of a 400.`;
  return [what, ...(mistakes.length > 0 ? mistakes : [elsewhereInGeneral])].join('\n');
}

const elsewhereInGeneral = 'Check host, port and path of TARGET_BASE_URL, and the log of the server.';
