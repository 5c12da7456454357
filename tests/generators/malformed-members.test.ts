import { describe, expect, test } from 'vitest';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { fullGenerateTopology } from '../../generators/generate-topology.ts';
import { pathsIn, pointerOf } from '../../generators/json-path.ts';
import { malformedMembers } from '../../generators/malformed-members.ts';
import { bodyKeywords } from '../../generators/raw-body.ts';

const bodies = {
  'generate-topology': fullGenerateTopology(
    { synchronizer: 's::1220', participantUids: ['a::1220', 'b::1220', 'c::1220'] },
    1,
  ),
  'execute-submission': placeholderExecuteBody(1),
};

describe.each(Object.entries(bodies))('in a body of %s', (_, body) => {
  const made = malformedMembers(body, { amount: 'usual', seed: 'test' }, bodyKeywords);
  const isUnread = ({ detail }: { readonly detail?: string }): boolean =>
    detail?.startsWith('/extra') === true;
  const placesOf = (kind: string) =>
    made.filter((each) => each.kind === kind).map(({ detail }) => detail?.split(' ')[0]);
  const all = pathsIn(body).map(pointerOf);

  test.each([
    'nul-behind-a-value',
    'text-behind-a-value',
    'bracket-behind-a-value',
    'comment-inside-a-value',
  ])('%s is there in each place once.', (kind) => {
    const unread = ['', '/extra', '/extra/0', '/extra/1', '/extra/2'].map((place) => `/extra${place}`);
    expect(placesOf(kind)).toEqual([...all, ...unread]);
  });

  test('each string has a lone surrogate, and a byte that is no UTF-8.', () => {
    const strings = made.filter(({ kind }) => kind === 'lone-surrogate');
    expect(strings.map(({ bytes }) => JSON.stringify(JSON.parse(bytes.toString())))).not.toEqual([]);
    expect(placesOf('byte-that-is-no-utf-8')).toEqual(placesOf('lone-surrogate'));
  });

  test('a comma is missing between every two members and elements.', () => {
    const text = JSON.stringify(body);
    const commas = [...text.replace(/"[^"]*"/g, (string) => '_'.repeat(string.length)).matchAll(/,/g)];
    const missing = malformedMembers(body, { amount: 'all', seed: 'test' }, bodyKeywords)
      .filter(({ kind, detail }) => kind === 'missing-separator' && detail?.endsWith('<name><value><gap>'))
      .filter((each) => !isUnread(each))
      .map(({ bytes }) => bytes.toString());
    expect(missing.sort()).toEqual(
      commas.map(({ index }) => `${text.slice(0, index)}${text.slice(index + 1)}`).sort(),
    );
  });
});

test('what is written in the place of a member follows from its parts.', () => {
  const texts = malformedMembers({ a: 1, b: [true] }, { amount: 'all', seed: 'test' }, bodyKeywords).map(
    ({ kind, bytes }) => [kind, bytes.toString('latin1')],
  );
  expect(texts).toEqual(
    expect.arrayContaining([
      ['missing-separator', '{"a":1"b":[true]}'],
      ['nul-behind-a-value', '{"a":1\u0000,"b":[true]}'],
      ['literal-in-other-case', '{"a":1,"b":[True]}'],
      ['number-with-leading-zero', '{"a":01,"b":[true]}'],
      ['other-bracket', '{"a":1,"b":[true}}'],
      ['trailing-comma', '{"a":1,"b":[true,]}'],
      ['member-twice', '{"a":1,"a":1,"b":[true]}'],
    ]),
  );
});
