import { expect, test } from 'vitest';
import { UsageError } from '../../settings/usage-error.ts';
import { gatewayHeaders } from '../../wire/configured-token.ts';
import { createRedactor } from '../../wire/redact.ts';
import { temporaryFile } from '../journal/temporary-folder.ts';

test('Headers of a gateway come in the order of their file, and their values are secrets.', () => {
  const redactor = createRedactor();
  const value = 'a-gateway-key-of-some-length';
  const path = temporaryFile(JSON.stringify({ 'X-Gateway-Key': value, 'x-tenant': 'one' }));
  expect(gatewayHeaders(path, redactor)).toEqual([
    ['X-Gateway-Key', value],
    ['x-tenant', 'one'],
  ]);
  expect(redactor.text(value)).toMatch(/^\[redacted:gateway-header:/);
});

test('Without a file there are none.', () => {
  expect(gatewayHeaders(undefined, createRedactor())).toEqual([]);
});

test.each([
  ['no JSON', 'X-Key: secret-word'],
  ['null', 'null'],
  ['an array', '["secret-word"]'],
  ['a number as value', '{"X-Key":1}'],
  ['a name that is no token', '{"X Key":"secret-word"}'],
  ['a line break in a value', '{"X-Key":"secret-word\\r\\nX-Other: 1"}'],
  ['a character above Latin-1 in a value', '{"X-Key":"secret-word-ž"}'],
])('A file with %s is a usage error that shows no value.', (_name, text) => {
  const path = temporaryFile(text);
  const open = (): unknown => gatewayHeaders(path, createRedactor());
  expect(open).toThrow(UsageError);
  expect(open).toThrow(
    `TARGET_HEADERS_FILE must be a JSON file with an object of header names and string values: ${path}.`,
  );
});
