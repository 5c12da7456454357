import { type StartedPlaywright, startPlaywright } from './run-playwright.ts';

/** Options with which Playwright is not needed, or is started in another way. */
const others: ReadonlySet<string> = new Set(['--help', '-h', '--resume']);

let started: StartedPlaywright | undefined;

/**
 * Starts Playwright for a run before its options are parsed: loading it takes longest. If it turns out not to be needed, it is
 * killed when this process exits.
 * @param args the arguments behind `run`
 */
export function startEarly(args: readonly string[]): void {
  if (args.some((each) => others.has(each))) return;
  try {
    started = startPlaywright(false);
    process.once('exit', started.abandon);
  } catch {
    // The run starts it itself, and says why that fails.
  }
}

/** The process that was started early, once; undefined if there is none. */
export function takeEarly(): StartedPlaywright | undefined {
  const taken = started;
  started = undefined;
  if (taken !== undefined) process.off('exit', taken.abandon);
  return taken;
}
