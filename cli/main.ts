#!/usr/bin/env node

/** `suiteFailed` of exit-status.ts, which is among the modules that may not load. */
const suiteFailed = 4;

// If a static import fails, Node ends with status 1, which would mean that the target is not conformant.
const [, , command, ...args] = process.argv;
const early = command === 'run' ? await import('./run/early-playwright.ts').catch(sayWhy) : undefined;
try {
  early?.startEarly(args);
  const loaded = await import('./command-line.ts').catch(sayWhy);
  await loaded?.runCommandLine();
} finally {
  // Of a run that did not begin, because of a wrong option for example.
  early?.takeEarly()?.abandon();
}

function sayWhy({ code, name, message }: NodeJS.ErrnoException): undefined {
  process.exitCode = suiteFailed;
  process.stderr.write(
    code === 'EMFILE' || code === 'ENFILE'
      ? `The suite could not be loaded (${code}): it may not open enough files. Raise the limit with ulimit -n.\n`
      : `The suite could not be loaded: ${name}: ${message}. Install it again.\n`,
  );
}
