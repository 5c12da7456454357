import { describe, expect, it } from 'vitest';
import type { Pinned, SchemaObject } from '../../profiles/profile.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems, operations } from '../../schemas/openapi.ts';
import { allSchemas } from '../../schemas/schema.ts';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';
import { changed, judgedLines, recorded } from '../recorded/made-recording.ts';

/** The names of properties anywhere in a schema. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, required = [] } = schema as { properties?: object; required?: unknown };
  const inside = Object.entries(schema).filter(([key]) => key !== 'properties');
  return [
    ...Object.keys(properties),
    ...(Array.isArray(required) ? required.map(String) : []),
    ...Object.values(properties).flatMap(namesIn),
    ...inside.flatMap(([, value]) => namesIn(value)),
  ];
}

/** Variants of deduplicationPeriod that the document does not show. */
const otherVariants = ['Empty', 'DeduplicationOffset'];

/** Members of the request bodies of an operation, at any depth. */
function membersOf(operation: Operation): Set<string> {
  const own = allSchemas.filter(({ $id }) => {
    const id = String($id);
    return (
      id.includes(`/${operation}.request.`) ||
      (operation === 'execute-submission' && id.includes('/party-signatures')) ||
      (operation === 'execute-submission' && id.includes('/deduplication-period')) ||
      (operation === 'generate-topology' && id.includes('/signing-public-key'))
    );
  });
  const variants = operation === 'execute-submission' ? otherVariants : [];
  return new Set([...own.flatMap(namesIn), ...variants]);
}

/** Members of the body that an entry's schemas for a request name. */
function bodyMembers({ request, when }: Pinned): string[] {
  return [request, when?.request].flatMap((schema) => {
    const { properties } = (schema ?? {}) as { properties?: { body?: SchemaObject } };
    return properties?.body === undefined ? [] : namesIn(properties.body);
  });
}

describe.each(profileNames)('the profile %s', (name) => {
  const { pinned = [] } = loadProfile(name);

  it('pins of a request only what each operation of the entry has', () => {
    const foreign = pinned.flatMap((entry) =>
      (entry.operations ?? operationStems).flatMap((operation) =>
        bodyMembers(entry)
          .filter((member) => !membersOf(operation).has(member))
          .map((member) => `${entry.requirement} on ${operation}: ${member}`),
      ),
    );
    expect(foreign).toEqual([]);
  });

  it('names a fault of a body only on operations with a body', () => {
    const bodies = operationStems.filter((stem) => operations[stem].method === 'POST');
    const odd = pinned.filter(
      (entry) => bodyMembers(entry).length > 0 && !entry.operations?.every((each) => bodies.includes(each)),
    );
    expect(odd).toEqual([]);
  });
});

describe('a 500 under canton-3.5', () => {
  const internal = recorded('gen.observation-only').response;
  const cases = [
    [
      'exec.dedup.Empty',
      'execute-submission',
      'gave this response although the duration is a whole number of microseconds',
    ],
    ['users.ok.default', 'list-users', 'status must be <= 499'],
  ] as const;

  it.each(cases)('is found on %s in words of its operation', (record, operation, message) => {
    const { judged } = judgedLines(
      [recorded('gen.ok.minimal'), changed(record, { response: internal ?? null })],
      loadProfile('canton-3.5'),
    );
    const found = judged.flatMap(({ judgement }) => judgement.findings);
    const pinned = found.filter(({ requirement }) => requirement === 'ERR-NO-5XX');
    expect(pinned.map((finding) => [finding.operation, finding.message])).toEqual([[operation, message]]);
  });
});
