import { afterEach, describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { executePath, generateBody, generatePath, usersPath } from './client.ts';
import {
  allPages,
  atOnce,
  execute,
  executeText,
  executeWith,
  expiredToken,
  generate,
  generateText,
  generateWith,
  impatiently,
  list,
  listByApiKey,
  listWithoutCredential,
  listWithToken,
  type Trigger,
  times,
  twoPages,
} from './fault-triggers.ts';

let server: ReferenceServer;
afterEach(() => server?.close());

const noNe = Buffer.from('{"alg":"noNe"}').toString('base64url');
const signature = ['partySignatures', 'signatures', 0, 'signatures', 0];

const withTwoHints: Trigger = async (target) => {
  await generate(() => ({ partyHint: 'a' }))(target);
  await generate(() => ({ partyHint: 'b' }))(target);
};

/** A sample of each group of faults with a request that makes it show. */
const groups: Readonly<Record<string, readonly (readonly [id: string, trigger: Trigger])[]>> = {
  acceptance: [
    ['generate-topology-accepts-mistyped-public-key-format', generateWith(['publicKey', 'format'], 7)],
    [
      'generate-topology-accepts-negative-confirmation-threshold',
      generate(() => ({ confirmationThreshold: -1 })),
    ],
    [
      'generate-topology-accepts-alias-of-synchronizer',
      generate(({ environment }) => ({ synchronizer: environment.TARGET_SYNCHRONIZER_ALIAS })),
    ],
    ['generate-topology-accepts-text-behind', generateText((text) => `${text}x`)],
    ['generate-topology-accepts-block-comment', generateText((text) => `{/* all */${text.slice(1)}`)],
    ['execute-submission-accepts-empty-signatures-of-a-party', executeWith(signature.slice(0, -1), [])],
    [
      'execute-submission-accepts-submission-id-of-256-characters',
      executeWith(['submissionId'], 'x'.repeat(256)),
    ],
    ['execute-submission-accepts-trailing-comma', executeText((text) => `${text.slice(0, -1)},}`)],
    ['execute-submission-accepts-text-that-holds-body', executeText((text) => JSON.stringify(text))],
  ],
  response: [
    ['generate-topology-party-id-is-null', generate()],
    ['generate-topology-second-entry-is-empty', generate()],
    ['execute-submission-success-is-204', execute],
    ['list-users-annotation-is-a-number', list()],
    ['list-users-last-token-is-false', list()],
  ],
  'form of failures': [
    ['generate-topology-invalid-body-gets-422', generateText(() => '{}')],
    ['generate-topology-empty-body-gets-json', generateText(() => '')],
    ['generate-topology-text-of-400-is-no-utf-8', generateText(() => '[]')],
    [
      'generate-topology-semantic-error-resources-is-second-triple',
      generate(() => ({ synchronizer: 'none' })),
    ],
    ['execute-submission-structural-error-error-category-is-below-int32', executeText(() => '{}')],
    ['execute-submission-semantic-failure-is-null', executeWith([...signature, 'signature'], 'AAAA')],
    ['list-users-structural-failure-is-two-objects', list('?pageToken=not-a-token')],
    ['list-users-credential-failure-is-redirect', listWithoutCredential],
  ],
  credentials: [
    ['list-users-admits-no-credential-bearer', listWithoutCredential],
    ['list-users-admits-not-a-jwt-bearer', listWithToken(() => 'a-word')],
    [
      'list-users-admits-signature-missing-bearer',
      listWithToken(([header, payload]) => `${header}.${payload}`),
    ],
    [
      'list-users-admits-signature-altered-bearer',
      listWithToken(([header, payload, text]) => `${header}.${payload}.${text?.slice(0, 20)}`),
    ],
    [
      'list-users-admits-payload-changed-bearer',
      listWithToken(
        ([header, , text]) => `${header}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${text}`,
      ),
    ],
    [
      'list-users-admits-other-secret-bearer',
      listWithToken(
        ([header, payload]) => `${header}.${payload}.${Buffer.alloc(32, 'other').toString('base64url')}`,
      ),
    ],
    ['list-users-admits-expired-bearer', listWithToken((_, target) => expiredToken(target))],
    ['list-users-refuses-valid-api-key', listByApiKey],
    ['text-behind-token-ignored', listWithToken((parts) => `${parts.join('.')} text`)],
    ['white-space-in-token-ignored', listWithToken(([header, ...rest]) => `${header}. ${rest.join('.')}`)],
    ['alg-none-known-in-usual-case-alone', listWithToken(([, payload]) => `${noNe}.${payload}.`)],
  ],
  meaning: [
    ['generate-topology-party-id-lacks-hint', generate()],
    ['generate-topology-fingerprint-is-constant', generate()],
    ['generate-topology-multi-hash-is-constant', generate()],
    ['generate-topology-entry-lacks-wrapper', generate()],
    ['generate-topology-transactions-forget-hint', withTwoHints],
  ],
  pages: [
    ['list-users-page-holds-one-more', list('?pageSize=3')],
    ['list-users-listing-ends-behind-ten-pages', allPages(1)],
    ['list-users-listing-never-ends', allPages(5)],
    ['list-users-last-user-of-a-page-comes-again', twoPages(3)],
    ['list-users-empty-token-gives-second-page', list('?pageToken=')],
    ['list-users-cursor-is-shared-between-chains', atOnce(allPages(2), allPages(5))],
  ],
  refusal: [
    ['generate-topology-refuses-threshold-one', generate(() => ({ confirmationThreshold: 1 }))],
    [
      'generate-topology-refuses-indented-json',
      generateText((text) => JSON.stringify(JSON.parse(text), null, 2)),
    ],
    ['execute-submission-refuses-min-ledger-time', execute],
    ['list-users-refuses-absent-parameters', list()],
  ],
  transport: [
    ['generate-topology-success-is-cut', impatiently(generatePath, generateBody)],
    [
      'execute-submission-success-never-comes',
      impatiently(executePath, ({ executeRequest }) => executeRequest),
    ],
    [
      'execute-submission-success-stops-in-the-middle',
      impatiently(executePath, ({ executeRequest }) => executeRequest),
    ],
    [
      'execute-submission-success-is-no-http',
      impatiently(executePath, ({ executeRequest }) => executeRequest),
    ],
    ['list-users-success-is-broken-gzip', impatiently(usersPath)],
    ['list-users-empty-token-closes-connection', impatiently(`${usersPath}?pageToken=`)],
    ['generate-topology-empty-body-closes-connection', generateText(() => '')],
  ],
  'some inputs': [
    ['generate-topology-long-hint-is-cut-in-party-id', generate(() => ({ partyHint: 'h'.repeat(61) }))],
    ['generate-topology-hint-of-digits-is-read-as-number', generate(() => ({ partyHint: '007' }))],
    ['execute-submission-error-for-quotation-mark-is-not-escaped', executeWith(['submissionId'], 'a"b')],
    ['list-users-user-17-has-flag-as-text', list()],
  ],
  sometimes: [
    ['generate-topology-party-id-is-missing-sometimes', times(60, generate())],
    [
      'execute-submission-accepts-any-text-sometimes',
      times(
        60,
        executeText(() => '{'),
      ),
    ],
  ],
  late: [['list-users-page-size-has-no-effect-late', times(151, list('?pageSize=2'))]],
  concurrency: [
    [
      'generate-topology-answers-of-two-requests-are-exchanged',
      atOnce(
        generate(() => ({ partyHint: 'a' })),
        generate(() => ({ partyHint: 'b' })),
      ),
    ],
    [
      'generate-topology-hint-of-another-request-is-used',
      atOnce(
        generate(() => ({ partyHint: 'a' })),
        generate(() => ({ partyHint: 'b' })),
      ),
    ],
    ['execute-submission-overlapping-successes-are-joined', atOnce(execute, execute, execute, execute)],
    [
      'list-users-claims-of-another-request-are-used',
      atOnce(list(), listWithoutCredential, list(), listWithoutCredential),
    ],
  ],
};

describe.each(Object.entries(groups))('faults of the group %s show', (_group, sample) => {
  it.each(sample)('%s', async (id, trigger) => {
    const fault = faults.find((each) => each.id === id);
    expect(fault, `there is no fault ${id}`).toBeDefined();
    server = await startReference(fault === undefined ? {} : { fault });
    await trigger(server).catch(() => undefined);
    expect(server.fired()).toBeGreaterThan(0);
  });
});
