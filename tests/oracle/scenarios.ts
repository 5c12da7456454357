/** One thing that both builds do, in a folder of its own. */
export interface Scenario {
  readonly name: string;
  /** Options of `serve`; without them, nothing is served. */
  readonly serve?: readonly string[];
  /** A recording of the known implementation, or a folder of one, which is unpacked as `recording` or `recording.ndjson`. */
  readonly recording?: string;
  /** Commands of the suite, one behind the other. */
  readonly commands: readonly (readonly string[])[];
  /** What is done to the results behind the first command: the journal is cut in the middle, as if the run had been killed. */
  readonly isCut?: true;
  /** Whether `--some` has it. */
  readonly isBrief?: true;
}

const formats = 'junit,ctrf,sarif,har,github,badge,html,markdown,prometheus,logfmt';
const run = (...args: string[]): string[] => ['run', ...args];
const quick = run('--effort', 'quick', '--format', formats);

/** Chosen so that they break nearly every requirement that any fault breaks; see docs/kill-matrix.json. */
const faults: readonly string[] = [
  'execute-submission-structural-failure-has-status-200',
  'generate-topology-invalid-body-gets-200',
  'list-users-listing-from-a-cache-needs-no-token',
  'newer-token-ends-the-older-one',
  'execute-submission-credential-failure-has-status-200',
  'generate-topology-credential-failure-has-status-200',
  'generate-topology-refuses-absent-threshold-late',
  'generate-topology-success-in-snake-case',
  'execute-submission-overlapping-submission-is-refused',
  'generate-topology-answer-is-kept-by-request-id',
  'generate-topology-semantic-failure-has-status-200',
  'list-users-own-user-is-on-every-page',
  'connection-is-authenticated-once',
  'generate-topology-fingerprint-is-empty',
  'generate-topology-multi-hash-is-empty',
  'idle-connection-gets-html-400',
  'text-behind-token-ignored',
  'execute-submission-correlation-id-is-a-list-of-two',
  'execute-submission-credential-error-code-is-an-object',
  'execute-submission-credential-error-context-is-a-map-to-number',
  'execute-submission-error-for-second-party-lacks-cause',
  'generate-topology-accepts-negative-confirmation-threshold',
  'generate-topology-refuses-hint-of-60-characters',
  'generate-topology-hint-of-another-request-is-used',
  'generate-topology-overlapping-request-is-refused',
  'generate-topology-unclosed-text-is-never-answered',
  'list-users-cursor-is-shared-between-chains',
  'list-users-page-holds-one-more',
  'alg-none-accepted-with-signature',
];

const faultsOfCanton: readonly string[] = [
  'canton-401-tells-why',
  'canton-bare-api-key',
  'canton-error-with-another-field',
  'canton-json-with-charset',
  'canton-nulls-are-left-out',
  'canton-category-9-for-8',
  'canton-context-without-trace',
  'canton-bad-page-size-gets-json',
  'canton-fingerprint-in-upper-case',
  'canton-last-token-is-absent',
  'canton-users-in-descending-order',
];

const variants: readonly string[] = [
  'execute-answers-202',
  'json-is-escaped',
  'fingerprint-is-short',
  'errors-have-large-context',
  'semantic-failures-of-many-statuses',
  'drops-invalid-utf-8-in-strings',
  'takes-a-transaction-once',
  'api-key-with-protocol',
  'users-in-reverse',
  'page-size-of-one-refused',
  '2-users',
  'tokens-are-long',
  'ids-differ-within-a-provider',
  'headers-hold-latin-1',
  'path-prefix',
  'cookies-for-browsers',
  'limit-502-or-504-page',
  'unknown-paths-are-html',
  'other-versions-are-html-400',
  'replicas-write-json-otherwise',
];

const recordings: readonly (readonly [name: string, profile: string])[] = [
  ['canton-3.5.ndjson', 'canton-3.5'],
  ['provisioning-canton-3.5.ndjson', 'canton-3.5'],
  ['rulings-canton-3.5.ndjson', 'canton-3.5'],
  ['open-questions-canton-3.5.10.ndjson.gz', 'canton-3.5'],
  ['open-questions-canton-3.6.ndjson.gz', 'canton-3.6'],
  ['run-canton-3.5', 'canton-3.5'],
  ['run-canton-3.5.10', 'canton-3.5'],
  ['run-canton-3.6', 'canton-3.6'],
];

/** Everything that a user can see of the suite, in small. */
export const scenarios: readonly Scenario[] = [
  { name: 'self-check', commands: [quick], isBrief: true },
  { name: 'standard', serve: [], commands: [run('--format', formats)] },
  { name: 'canton-3.5', serve: ['--profile', 'canton-3.5'], commands: [quick], isBrief: true },
  { name: 'disguised', serve: [], commands: [run('--effort', 'quick', '--disguise')] },
  { name: 'soak', serve: [], commands: [run('--effort', 'soak')] },
  {
    name: 'sharded',
    serve: [],
    commands: [
      run('--effort', 'quick', '--shard', '1/2', '--output', 'one'),
      run('--effort', 'quick', '--shard', '2/2', '--output', 'two'),
      ['merge', 'one', 'two', '--output', 'conformance-results'],
    ],
  },
  {
    name: 'resumed',
    serve: [],
    commands: [quick, ['run', '--resume', '--format', formats]],
    isCut: true,
  },
  {
    name: 'certified',
    commands: [
      ['certify', '--reference', '--key', 'key.pem', '--bundle', 'bundle'],
      ['verify', 'bundle', '--key', 'key.pub.pem'],
    ],
  },
  ...recordings.map(([recording, profile]): Scenario => {
    const path = recording.includes('.ndjson') ? 'recording.ndjson' : 'recording';
    return {
      name: `judge ${recording}`,
      recording,
      commands: [
        ['judge', path],
        ['judge', path, '--profile', profile],
      ],
      ...(recording === 'rulings-canton-3.5.ndjson' ? { isBrief: true } : {}),
    };
  }),
  ...faults.map(
    (id, place): Scenario => ({
      name: `fault ${id}`,
      serve: ['--fault', id],
      commands: [quick],
      ...(place % 10 === 0 ? { isBrief: true } : {}),
    }),
  ),
  ...faultsOfCanton.map(
    (id): Scenario => ({
      name: `fault ${id}`,
      serve: ['--profile', 'canton-3.5', '--fault', id],
      commands: [quick],
    }),
  ),
  ...variants.map(
    (id, place): Scenario => ({
      name: `variant ${id}`,
      serve: ['--variant', id],
      commands: [quick],
      ...(place % 10 === 0 ? { isBrief: true } : {}),
    }),
  ),
];
