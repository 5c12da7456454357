#!/usr/bin/env node

/** `suiteFailed` of exit-status.ts, which is among the modules that may not load. */
const suiteFailed = 4;

// If a static import fails, Node ends with status 1, which would mean that the target is not conformant.
const loaded = await import('./program.ts').catch(sayWhy);
await loaded?.runCommandLine();

function sayWhy({ code, name, message }: NodeJS.ErrnoException): undefined {
  process.exitCode = suiteFailed;
  process.stderr.write(
    code === 'EMFILE' || code === 'ENFILE'
      ? `The suite could not be loaded (${code}): it may not open enough files. Raise the limit with ulimit -n.\n`
      : `The suite could not be loaded: ${name}: ${message}. Install it again.\n`,
  );
}
