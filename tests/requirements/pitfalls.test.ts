import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { leniencies } from '../../generators/leniencies/catalogue.ts';
import { findingTexts, pinnedTexts } from '../../journal/text/finding-texts.ts';
import { usualMistakes } from '../../reports/report/hint.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { pitfalls, pitfallsOf, platformOf } from '../../requirements/pitfalls/catalogue.ts';
import schema from '../../requirements/pitfalls/pitfall.schema.json' with { type: 'json' };
import platforms from '../../requirements/pitfalls/platforms.json' with { type: 'json' };

const folder = new URL('../../requirements/pitfalls/', import.meta.url);
const names = readdirSync(folder).filter(
  (name) => name.endsWith('.json') && !/\.schema\.|^platforms/.test(name),
);
const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

const read = (name: string): { pitfalls: { id: string }[] } =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** MUST requirements about which nothing is known to go wrong, each with the reason. */
const without: Readonly<Record<string, string>> = {};

test.each(names)('%s keeps the schema of pitfalls.', (name) => {
  expect(validate(read(name)), JSON.stringify(validate.errors, null, 2)).toBe(true);
});

test('The catalogue has the entries of every file, each id once, and none of a leniency.', () => {
  const ids = names.flatMap((name) => read(name).pitfalls.map(({ id }) => id));
  expect(pitfalls.map(({ id }) => id).sort()).toEqual(ids.sort());
  const all = [...ids, ...leniencies.map(({ id }) => id)];
  expect(new Set(all).size).toBe(all.length);
});

test('Every requirement that a pitfall names exists.', () => {
  const isNamed = (pattern: string): boolean =>
    requirements.some(({ id, excluded }) =>
      excluded !== undefined
        ? false
        : pattern.endsWith('*')
          ? id.startsWith(pattern.slice(0, -1))
          : id === pattern,
    );
  const missing = pitfalls.flatMap((each) => each.requirements.filter((pattern) => !isNamed(pattern)));
  expect(missing).toEqual([]);
});

/** Kinds without a pitfall: what a profile pins, what nobody does by mistake, and what says nothing about a cause. */
const unexplained = new Set([...Object.keys(pinnedTexts), 'answers-by-disguise', 'not-kept', 'unclassified']);

test('Every kind of finding that a pitfall names exists, and every other kind is known to have none.', () => {
  const named = new Set(pitfalls.flatMap(({ findings }) => findings));
  expect([...named].filter((kind) => !(kind in findingTexts))).toEqual([]);
  const open = Object.keys(findingTexts).filter((kind) => !named.has(kind) && !unexplained.has(kind));
  expect(open).toEqual([]);
});

test('Every source is an https address without a user or a fragment of a search.', () => {
  for (const { id, stacks } of pitfalls) {
    for (const { source } of stacks) {
      const { protocol, username, search } = new URL(source);
      expect([protocol, username, search], id).toEqual(['https:', '', '']);
    }
  }
});

test('What a platform is built with is in a catalogue.', () => {
  const all = new Set([...pitfalls, ...leniencies].flatMap(({ stacks }) => stacks.map(({ name }) => name)));
  const named = [
    ...platforms.platforms.flatMap(({ stacks }) => stacks),
    ...Object.values(platforms.languages).flat(),
    ...platforms.standards,
  ];
  expect(named.filter((name) => !all.has(name))).toEqual([]);
  const languages = platforms.platforms.flatMap(({ language }) => language ?? []);
  expect(languages.filter((name) => !(name in platforms.languages))).toEqual([]);
});

test('The application says more about itself than the gateway in front of it, and nothing is made up.', () => {
  const named = (...texts: string[]) => platformOf(texts)?.name;
  expect(named('502 text/html, from nginx/1.27', '502 text/html, from nginx/1.27', '404, from Express')).toBe(
    'Express',
  );
  expect(named('502 text/html, from nginx/1.27')).toBe('nginx');
  expect(named('404 application/json')).toBeUndefined();
  expect(named('400 text/plain: The request body was malformed.')).toBe('http4s');
  expect(named('400 text/plain: Line 1, bytes 0-1:\nUnexpected end of input')).toBe('Cohttp');
  expect(named('from MochiWeb/1.0 (Any of you quaids got a smint?)')).toBe('MochiWeb');
  expect(named('from Rack::Runtime')).toBe('Rails');
  expect(named('400 text/plain, from nginx/1.22.1 bad argument #1 to decode', 'from nginx/1.22.1')).toBe(
    'OpenResty',
  );
  expect(
    named('500 application/json: the return value of io.vertx.core.json.JsonObject.getBoolean is null'),
  ).toBe('Vert.x');
  expect(named('400 text/plain: Unexpected JSON token at offset 0')).toBe('Ktor');
  expect(named('500 text/plain: [json.exception.type_error.302] type must be string')).toBe('cpp-httplib');
});

test.each([
  ['Python/3.12 aiohttp/3.11.10', 'aiohttp'],
  ['WildFly/10', 'Jakarta EE'],
  ['Servlet/5.0 JSP/3.0 (Eclipse GlassFish 7.0.0)', 'Jakarta EE'],
  ['Microsoft-IIS/10.0', 'ASP.NET Core'],
  ['ASP.NET', 'ASP.NET Core'],
  ['Apache/2.4.62 (Debian) PHP/8.3.14', 'PHP'],
  ['nginx/1.24.0 + Phusion Passenger(R) 6.0.20', 'Rack'],
  ['akka-http/10.5.0', 'Pekko HTTP'],
  ['Rocket', 'Rocket'],
  ['Cowboy', 'Cowboy'],
  ['Hunchentoot 1.2.38', 'Hunchentoot'],
])('The server that calls itself %s is recognized.', (name, platform) => {
  expect(platformOf([`404 text/html, from ${name}`])?.name).toBe(platform);
});

test('A stack is named once in a pitfall.', () => {
  for (const { id, stacks } of pitfalls) {
    const listed = stacks.map(({ name }) => name);
    expect(new Set(listed).size, id).toBe(listed.length);
  }
});

test('Every MUST has something that servers usually get wrong, unless a reason is given.', () => {
  const musts = requirements.filter(({ level, excluded }) => level === 'MUST' && excluded === undefined);
  const none = musts.filter(({ id }) => usualMistakes(id).length === 0).map(({ id }) => id);
  expect(none.sort()).toEqual(Object.keys(without).sort());
  expect(musts.length).toBeGreaterThan(100);
});

test('Pitfalls are found by id and by the beginning of an id.', () => {
  const ids = (requirement: string): string[] => pitfallsOf(requirement).map(({ id }) => id);
  expect(ids('LU-PAGE-SIZE')).toEqual(['page-size-ignored']);
  expect(ids('NO-SUCH-REQUIREMENT')).toEqual([]);
});
