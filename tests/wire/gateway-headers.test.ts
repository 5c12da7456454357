import { expect, test } from 'vitest';
import { UsageError } from '../../settings/usage-error.ts';
import { gatewayHeaders } from '../../wire/configured-token.ts';
import { createRedactor } from '../../wire/redact.ts';
import { temporaryFile } from '../journal/temporary-folder.ts';

test('Headers of a gateway come in the order of their file, and their values are secrets.', () => {
  const redactor = createRedactor();
  const value = 'a-gateway-key-of-some-length';
  const path = temporaryFile(JSON.stringify({ 'X-Gateway-Key': value, 'x-tenant': 'one' }));
  expect(gatewayHeaders({ headersFile: path, participantUids: [] }, redactor)).toEqual([
    ['X-Gateway-Key', value],
    ['x-tenant', 'one'],
  ]);
  expect(redactor.text(value)).toMatch(/^\[redacted:gateway-header:/);
});

test('A media type, and what other settings say, is no secret: responses contain it.', () => {
  const redactor = createRedactor();
  const settings = {
    synchronizer: 'synchronizer1::1220abcdef',
    participantUids: ['participant2::1220fedcba'],
    userId: 'participant_admin',
    knownUsers: 'administrator-one,administrator-two',
  };
  const values = [
    ...['application/json', 'Application/JSON; charset=utf-8', 'text/plain; charset=utf-8'],
    ...['synchronizer1::1220abcdef', 'participant2::1220fedcba', 'participant_admin', 'administrator-two'],
  ];
  const headersFile = temporaryFile(
    JSON.stringify(Object.fromEntries(values.map((text, at) => [`X-${at}`, text]))),
  );
  gatewayHeaders({ ...settings, headersFile }, redactor);
  for (const value of values) expect(redactor.text(`"${value}"`)).toBe(`"${value}"`);
  gatewayHeaders(
    { ...settings, headersFile: temporaryFile('{"X-Key":"participant_admin:of-this"}') },
    redactor,
  );
  expect(redactor.text('participant_admin:of-this')).toMatch(/^\[redacted:gateway-header:/);
});

test('Without a file there are none.', () => {
  expect(gatewayHeaders({ participantUids: [] }, createRedactor())).toEqual([]);
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
  const open = (): unknown => gatewayHeaders({ headersFile: path, participantUids: [] }, createRedactor());
  expect(open).toThrow(UsageError);
  expect(open).toThrow(
    `TARGET_HEADERS_FILE must be a JSON file with an object of header names and string values: ${path}.`,
  );
});

test.each(['Content-Length', 'transfer-encoding'])('A file with %s is a usage error.', (name) => {
  const headersFile = temporaryFile(JSON.stringify({ [name]: '5' }));
  expect(() => gatewayHeaders({ headersFile, participantUids: [] }, createRedactor())).toThrow(
    `has the header ${name}, which depends on the body of each request`,
  );
});
