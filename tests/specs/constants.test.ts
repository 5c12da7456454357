import { readdirSync, readFileSync } from 'node:fs';
import naughty from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { runCheck } from '../../engine/run-check.ts';
import { testSuiteBodies } from '../../generators/json-test-suite.ts';
import { startReference } from '../../reference/start.ts';
import { allChecks } from '../../specs/all.ts';
import { clients } from '../../wire/clients.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { type SentValue, sentValues } from '../judges/sent-values.ts';
import { inSession } from '../prove/in-session.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A whole run: what it sent, the answers, and what it was configured with. */
async function wholeRun(seed: string) {
  // Another server too, so that what follows from the configuration differs.
  const server = await startReference({ seed });
  const settings = { CONFORMANCE_SEED: `seed-${seed}`, CONFORMANCE_NONCE: `nonce-${seed}` };
  try {
    return await inSession(server, { settings }, async ({ session, journal }) => {
      for (const check of allChecks) await runCheck(session, check);
      const exchanges = [...journal.exchanges.values()];
      return { values: sentValues(exchanges), answered: answersOf(exchanges), server };
    });
  } finally {
    await server.close();
  }
}

function answersOf(exchanges: readonly Exchange[]): string {
  return exchanges
    .filter(({ request }) => request.method === 'GET')
    .map(({ answer }) => answer?.body.toString() ?? '')
    .join('\n')
    .toLowerCase();
}

const document = read('requirements/interface.md').toLowerCase();
const documentWords = [...new Set(document.match(/[a-z_0-9]{4,}/g))].sort((a, b) => b.length - a.length);

/** Values that others have published, and that are sent as they are because software fails on just these. */
const corpora = [
  ...readdirSync(new URL('generators/leniencies/', root))
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(`generators/leniencies/${name}`)),
  ...testSuiteBodies('{}', { amount: 'all', seed: 'corpus' }).map(({ bytes }) => bytes.toString('utf8')),
]
  .join('\n')
  .toLowerCase();
const naughtyStrings = new Set<string>(naughty);

/** What published clients send. */
const ofClients = new Set(
  clients.flatMap(({ headers, connection = '' }) => [...headers.map(([, value]) => value), connection]),
);

/** Constants that stay, by place, and why. */
const kept: readonly (readonly [where: RegExp, value: RegExp, why: string])[] = [
  [
    /^body .*(keyData)$/,
    /./,
    'Wycheproof and the catalogue of leniencies: points and structures that are special.',
  ],
  [
    /^body .*(format|key[-_]?spec|signingAlgorithmSpec) ?(\[\])?$/iu,
    /^ ?[A-Z0-9_]+ ?$/,
    'Names that the known ledger has, also where the name of the member is another one.',
  ],
  [/^body .*hashingSchemeVersion/, /./, 'Names beside those of the document, as converters make them.'],
  [/^body .*minLedgerTime/, /^2020-/, 'A time in another variant, which the document leaves open.'],
  [
    /^body \/partyHint$/,
    /^(?:constructor|admin)$/,
    'A member of every object in JavaScript; the list of naughty strings has its kind.',
  ],
  [/^body .*signature$/, /^A+=*$/, 'A signature of zeros: the weakest forgery.'],
  [/^body/, /^\W*$/, 'No letters and digits.'],
  [
    /^header (accept|accept-.*|connection|content-type|upgrade|transfer-encoding|content-encoding|cache-control|pragma|origin|priority|referer|te|sec-(?:fetch|ch)-.*|x-requested-with|x-forwarded-proto|user-agent|expect)$/,
    /./,
    'Values that a standard of HTTP or a published client defines.',
  ],
  [/^text$/, /^\W*\\u/i, 'Escapes of JSON.'],
  [/^text$/, /^\W*extra\W*$/, 'The member of the catalogue that nobody reads, in malformed JSON.'],
  [/^query pageSize$/, /^1e\d+$/, 'A number of any length (ruling 45).'],
  [/^query pageToken$/, /^(?:bnVsbA==|MWU5OTk=)$/, 'In base64: null, and a number of any length.'],
  [/^text$/, /[\0-\x1f]/, 'A control character within a name of the document.'],
];

/** Whether a value is a page token of the target, or made from one. */
function isFromAnswer(text: string, answers: string): boolean {
  return text.length > 12 && answers.includes(text.slice(2, 12));
}

/** Every string in the values of an object. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Shorter names occur in ordinary words. */
const shortestName = 4;

/** What is left of a value without the words of the document and of the configuration. */
function remainderOf(value: string, known: readonly string[]): string[] {
  let rest = value.toLowerCase();
  for (const text of [...known, ...documentWords]) rest = rest.replaceAll(text, ' ');
  return rest.match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}

test('Two runs with different seeds and nonces send no value alike that neither document, configuration nor corpus has.', {
  timeout: 900_000,
}, async () => {
  const [one, other] = [await wholeRun('one'), await wholeRun('two')];
  // Names of the reference server that do not depend on its seed.
  const configured = Object.values(one.server.environment)
    .flatMap((text) => text.split(/,|::/))
    .concat(['alice'], stringsIn(one.server.executeRequest))
    .map((text) => text.toLowerCase())
    .filter((text) => text.length >= shortestName)
    .sort((a, b) => b.length - a.length);
  const isExplained = ({ where, value }: SentValue): boolean => {
    const text = value.toLowerCase();
    return (
      /^-?\d+$/.test(value) ||
      naughtyStrings.has(value) ||
      ofClients.has(value) ||
      corpora.includes(text.replaceAll('\\n', '\n')) ||
      corpora.includes(JSON.stringify(text).slice(1, -1)) ||
      (where.startsWith('query') && isFromAnswer(text, one.answered)) ||
      kept.some(([place, allowed]) => place.test(where) && allowed.test(value)) ||
      remainderOf(value, configured).length === 0
    );
  };
  const constants = [...one.values]
    .filter(([key]) => other.values.has(key))
    .map(([, sent]) => sent)
    .filter((sent) => !isExplained(sent))
    .map(({ where, value, exchange }) => `${where}: ${JSON.stringify(value).slice(0, 100)} (${exchange})`);
  expect(constants).toEqual([]);
});
