import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../reference/faults/fault.ts';
import type { Doing } from '../../reference/rows/engine.ts';
import { startReference } from '../../reference/start.ts';
import type { Report } from '../../reports/report/report.ts';
import { command } from '../cli/command.ts';
import { type Device, digestOf, type Lessons } from './devices.ts';
import { defeating } from './gate.ts';

/** What a run says about a server with a device. */
export interface Tried {
  readonly status: number | null;
  readonly verdict: Report['verdict'];
  /** The requirements that it breaks. */
  readonly broken: readonly string[];
  /** Those of which the report says that they are broken for ordinary clients alone. */
  readonly byDisguise: readonly string[];
  /** How often the server took a request for one of a test, and how often not. */
  readonly recognized: number;
  readonly unrecognized: number;
}

/** How a run is made. */
export interface Trying {
  readonly folder: string;
  readonly args: readonly string[];
  readonly lessons?: Lessons;
  /** What the server does outside tests; by default, what the device says. */
  readonly otherwise?: readonly Doing[];
}

const nothingLearned: Lessons = { bodies: new Set() };

/** Runs the real command on a server with the device, which has just been started. */
export async function tryDevice(
  { recognizer, broken }: Pick<Device, 'recognizer' | 'broken'>,
  { folder, args, lessons = nothingLearned, otherwise = broken }: Trying,
): Promise<Tried> {
  const counts = { recognized: 0, unrecognized: 0 };
  const inner = recognizer(lessons);
  const counting = {
    ...inner,
    isOfTest: (...call: Parameters<typeof inner.isOfTest>) => {
      const known = inner.isOfTest(...call);
      counts[known ? 'recognized' : 'unrecognized'] += 1;
      return known;
    },
  };
  const report = await runOn(defeating(counting, otherwise), folder, args);
  const of = (isWanted: (kind: string | undefined) => boolean): string[] =>
    report.results
      .filter(({ findings, level }) => level === 'MUST' && findings.some(({ kind }) => isWanted(kind)))
      .map(({ requirement, operation }) => `${requirement}@${operation}`);
  return {
    status: report.gate.status,
    verdict: report.verdict,
    broken: of(() => true),
    byDisguise: of((kind) => kind === 'answers-by-disguise'),
    ...counts,
  };
}

/** The bodies that runs with the default seed have in common, and one with another seed does not have. */
export async function learn(folder: string): Promise<Lessons> {
  const seen: Set<string>[] = [];
  for (const seed of [[], [], ['--seed', 'another']] as const) {
    const bodies = new Set<string>();
    const reading: Doing = {
      operations: [],
      does: [
        () => ({
          watch: {
            arrive({ body }) {
              if (body.length > 40) bodies.add(digestOf(body));
            },
          },
        }),
      ],
    };
    await runOn([reading], folder, ['--effort', 'quick', ...seed]);
    seen.push(bodies);
  }
  const [one = new Set(), other = new Set(), another = new Set()] = seen;
  return { bodies: new Set([...one].filter((each) => other.has(each) && !another.has(each))) };
}

/** The report of a run on a server with these rows. */
export async function runOn(
  parts: readonly Doing[],
  folder: string,
  args: readonly string[],
): Promise<Report> {
  const fault: Fault = {
    id: 'device',
    title: 'A server with a defeat device.',
    operations: [],
    requirements: [],
    quote: '',
    when: 'sometimes',
    parts,
  };
  const server = await startReference({ fault });
  try {
    const body = join(folder, 'execute-request.json');
    writeFileSync(body, JSON.stringify(server.executeRequest));
    const settings = { ...server.environment, TARGET_EXECUTE_REQUEST: body };
    const { status, stdout, stderr } = await command(['run', ...args], { cwd: folder, settings });
    // On a busy machine, something may stay open.
    if (status !== 0 && status !== 1 && status !== 3)
      throw new Error(`Status ${status}: ${stderr}${stdout.slice(-1500)}`);
    return JSON.parse(readFileSync(join(folder, 'conformance-results/report.json'), 'utf8')) as Report;
  } finally {
    await server.close();
  }
}
