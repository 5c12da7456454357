import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import exampleProfile from '../../examples/your-own/profile.json' with { type: 'json' };
import { violationsOf } from '../../json/ajv.ts';
import profile from '../../profiles/profile.schema.json' with { type: 'json' };
import { startReference } from '../../reference/start.ts';
import executeRequests from '../../settings/execute-requests.schema.json' with { type: 'json' };
import settings from '../../settings/settings.schema.json' with { type: 'json' };
import waivers from '../../settings/waivers.schema.json' with { type: 'json' };
import headers from '../../wire/headers.schema.json' with { type: 'json' };
import { textOf } from '../docs/documents.ts';

const problems = (schema: object, value: unknown) =>
  violationsOf(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`);

test('The schema of execute bodies takes what serve writes, alone and in an array, and no other thing.', async () => {
  const server = await startReference();
  await server.close();
  expect(problems(executeRequests, server.executeRequest)).toEqual([]);
  expect(problems(executeRequests, [server.executeRequest])).toEqual([]);
  expect(problems(executeRequests, [])).not.toEqual([]);
  expect(problems(executeRequests, { partySignatures: {} })).not.toEqual([]);
});

test('The schema of gateway headers takes names with texts.', () => {
  expect(problems(headers, { 'X-Api-Key': 'a secret' })).toEqual([]);
  expect(problems(headers, { 'X-Api-Key': 1 })).not.toEqual([]);
  expect(problems(headers, { 'X Api': 'a' })).not.toEqual([]);
  expect(problems(headers, ['X-Api-Key'])).not.toEqual([]);
});

test('The examples of waivers, profile and settings are of their schemas.', () => {
  const [, example = ''] = textOf('docs/waivers.md').match(/```yaml\n([\s\S]*?)```/) ?? [];
  expect(problems(waivers, parseYaml(example))).toEqual([]);
  expect(problems(profile, exampleProfile)).toEqual([]);
  const given = parse(textOf('.env.example').replace(/^# ?([A-Z][A-Z_]+=)/gm, '$1'));
  expect(problems(settings, given)).toEqual([]);
});
