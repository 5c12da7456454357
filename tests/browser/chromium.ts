import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of a Chromium on this machine.
 * @throws Error saying how to get one
 */
export function chromium(): string {
  const given = process.env.CHROMIUM_PATH;
  const found = (given === undefined ? places : [given]).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    given === undefined
      ? 'No Chromium was found. Install one (Debian: apt-get install chromium), or name its path in CHROMIUM_PATH.'
      : `CHROMIUM_PATH names ${given}, which is not there. Name the path of a Chromium.`,
  );
}
