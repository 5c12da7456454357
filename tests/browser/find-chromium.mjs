import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The Chromium that CHROMIUM_PATH names, that is on the PATH, or that Playwright has installed; undefined without one. */
export function findChromium(env = process.env) {
  const given = env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (isProgram(given)) return given;
    throw new Error(
      `CHROMIUM_PATH is ${given}, which is not a program. Set it to the path of a Chromium, or unset it to have one installed.`,
    );
  }
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere, chromium.executablePath()].find(isProgram);
}

function isProgram(path) {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
