/** Tests that take long and rarely find anything: `npm run test:slow`, which `.ci/run` calls behind `npm test`. */
export const slowTests: readonly string[] = [
  // Verify whole bundles, again and again.
  'tests/certificates/*.test.ts',
  'tests/cli/certify.test.ts',
  // Whole runs of the real command, again and again.
  'tests/cli/canary.test.ts',
  'tests/cli/compare-and-replay.test.ts',
  'tests/defeat/sample.test.ts',
  'tests/reports/conduct-disguised-again.test.ts',
  'tests/reports/conduct-soak-again.test.ts',
  'tests/reports/causes-of-faults.test.ts',
  // Follow pages and templates step by step, with the real commands.
  'tests/docs/adding-an-operation.test.ts',
  'tests/docs/first-five-minutes.test.ts',
  'tests/docs/run-blocks.test.ts',
  'tests/examples/nightly.test.ts',
  'tests/examples/pipelines.test.ts',
  'tests/examples/soak-templates.test.ts',
  'tests/operations/fourth-operation.test.ts',
  // Hold all of a kind against each other: expressions and their steps, variants and what they change, whole runs.
  'tests/places/places.test.ts',
  'tests/specs/constants.test.ts',
  'tests/patterns/*.test.ts',
  'tests/recorded/run-nodes.test.ts',
  'tests/reference/variants-showing.test.ts',
];
