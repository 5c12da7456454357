import { describe, expect, test } from 'vitest';
import { expectation } from '../../journal/finding.ts';
import { answerKind, named, succeeded, wasAccepted } from '../../judges/answers/answer-kind.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer } from '../../wire/exchange.ts';
import { isBusy } from '../../wire/retry.ts';
import { answered, error, json, text } from './records.ts';

test.each<[string, Answer, string]>([
  ['200 without anything', answered(200, null), 'accepted'],
  ['the last 2xx', answered(299, 'text/plain'), 'accepted'],
  ['an informational status', error(199), 'error-object'],
  ['a redirect with the error object', error(300), 'error-object'],
  ['a JSON failure', error(404), 'error-object'],
  ['text with 400', text(400, 'no'), 'text-400'],
  ['text with 401', text(401, 'no'), 'other'],
  ['HTML with 400', answered(400, 'text/html', 'no'), 'other'],
  ['no media type', answered(400, null, 'no'), 'other'],
])('%s claims to be what status and media type say.', (_name, answer, kind) => {
  expect(answerKind(answer)).toBe(kind);
});

test('Accepted is an answer that is a 2xx of any form.', () => {
  expect(wasAccepted(answered(299, 'text/plain'))).toBe(true);
  expect(wasAccepted(error(404))).toBe(false);
  expect(wasAccepted(undefined)).toBe(false);
});

describe('a success', () => {
  test.each<[Operation, Answer, boolean]>([
    ['generate-topology', json(200, {}), true],
    ['generate-topology', json(201, {}), false],
    ['execute-submission', json(202, {}), true],
    ['list-users', json(206, {}), true],
    ['list-users', json(300, {}), false],
    ['list-users', json(404, {}), false],
    ['list-users', answered(200, 'text/plain', '{}'), false],
    ['list-users', answered(200, 'application/json', '{'), false],
    ['list-users', json(200, []), false],
    ['list-users', json(200, null), false],
    ['list-users', json(200, 'text'), false],
  ])('of %s is a JSON object with a status that its operation has.', (operation, answer, is) => {
    expect(succeeded(operation, answer)).toBe(is);
  });
});

test('Only 429 and 502 to 504 mean "not now".', () => {
  const all = Array.from({ length: 500 }, (_, index) => index + 100);
  expect(all.filter((status) => isBusy(answered(status, null)))).toEqual([429, 502, 503, 504]);
});

test('An answer is named by its status and media type, without parameters.', () => {
  expect(named(text(400, 'no'))).toBe('400 text/plain');
  expect(named(answered(204, null))).toBe('204 without Content-Type');
});

test('A page is named with the software that sent it, if that names itself.', () => {
  const page = answered(413, 'text/html', '<html><title>Too large</title></html>');
  const from = (answer: Answer): Answer => ({
    ...answer,
    headers: [...answer.headers, ['Server', 'nginx/1.22.1']],
  });
  expect(named(from(page))).toBe('413 text/html, from nginx/1.22.1');
  expect(named(page)).toBe('413 text/html');
  // What a gateway passes on may bear its name too.
  expect(named(from(error(413)))).toBe('413 application/json');
});

test('What is expected is given in our words and in those of the document.', () => {
  expect(expectation('GT-SUCCESS')).toMatch(/^[^“]+ \(“[^”]+”\)$/);
});
