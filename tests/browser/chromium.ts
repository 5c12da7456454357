import { findChromium } from './find-chromium.mjs';

/**
 * The path of a Chromium on this machine.
 * @throws Error saying how to get one
 */
export function chromium(): string {
  const found = findChromium();
  if (found === undefined)
    throw new Error('No Chromium was found; `node tests/browser/get-chromium.mjs` gets one.');
  return found;
}
