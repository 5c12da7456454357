import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readBundle } from '../../certificate/bundle-store.ts';
import { readPrivateKey } from '../../certificate/keys.ts';
import { controlsOf } from './controls.ts';
import { chosenOf, forgeries } from './forgeries.ts';
import { type Base, groups } from './forgery.ts';
import { tryBundle } from './try-forgery.ts';

/** What one forgery led to; `problem` is undefined if it was refused as it must be. */
interface Result {
  readonly index: number;
  readonly isAccepted: boolean;
  readonly problem?: string;
}

const threads = 2;

async function baseIn(folder: string): Promise<Base> {
  return {
    files: readBundle(`${folder}/certificate`),
    vendor: readPrivateKey(`${folder}/vendor.pem`),
    stranger: readPrivateKey(`${folder}/stranger.pem`),
    challenged: readBundle(`${folder}/challenged`),
    certifier: readPrivateKey(`${folder}/certifier.pem`),
  };
}

async function resultOf(base: Base, index: number): Promise<Result> {
  const forgery = forgeries[index];
  if (forgery === undefined) throw new Error(`There is no forgery ${index}.`);
  const { status, said } = await tryBundle(base, forgery.forge(base));
  const isExpected = status === forgery.status && said.includes(forgery.says);
  return {
    index,
    isAccepted: status < 2,
    ...(isExpected ? {} : { problem: `${status} ${said.slice(0, 200)}` }),
  };
}

/** Prints the table and the problems; returns whether there are none. */
function report(results: readonly Result[], problems: readonly string[]): boolean {
  for (const group of groups) {
    const own = results.filter(({ index }) => forgeries[index]?.group === group);
    const accepted = own.filter(({ isAccepted }) => isAccepted).length;
    const line = `${String(own.length - accepted).padStart(5)} refused ${String(accepted).padStart(3)} accepted`;
    process.stdout.write(`${group.padEnd(12)}${line}\n`);
  }
  const wrong = results.filter(({ problem }) => problem !== undefined);
  for (const { index, problem } of wrong) {
    const { group, name, status, says } = forgeries[index] ?? {};
    process.stdout.write(`!! ${group}: ${name}: ${problem}\n   expected: ${status} ${says}\n`);
  }
  for (const problem of problems) process.stdout.write(`!! ${problem}\n`);
  const accepted = results.filter(({ isAccepted }) => isAccepted).length;
  process.stdout.write(`${results.length - accepted} refused, ${accepted} accepted\n`);
  return wrong.length + problems.length === 0;
}

/** What is genuine is accepted; otherwise any refusal would mean nothing. */
async function controls(base: Base): Promise<string[]> {
  const problems: string[] = [];
  for (const [form, attempt] of Object.entries(controlsOf(base))) {
    const { status, said } = await tryBundle(base, attempt);
    if (status !== 0) problems.push(`The genuine ${form} is refused: ${status} ${said}`);
  }
  return problems;
}

async function work(): Promise<void> {
  const { folder, turn, indices } = workerData as {
    readonly folder: string;
    readonly turn: Int32Array;
    readonly indices: readonly number[];
  };
  const base = await baseIn(folder);
  const next = (): number | undefined => indices[Atomics.add(turn, 0, 1)];
  for (let index = next(); index !== undefined; index = next())
    parentPort?.postMessage(await resultOf(base, index));
}

async function main(): Promise<void> {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('Give the folder with the certificate.');
  const indices = chosenOf(process.argv.slice(3));
  if (typeof indices === 'string') throw new Error(indices);
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const results: Result[] = [];
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { folder, turn, indices } });
    worker.on('message', (result: Result) => results.push(result));
    return new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
  });
  await Promise.all(workers);
  const missing = indices.length - results.length;
  const problems = await controls(await baseIn(folder));
  if (missing > 0) problems.push(`${missing} forgeries were not tried.`);
  process.exitCode = report(results, problems) ? 0 : 1;
}

await (isMainThread ? main() : work());
