/**
 * The Chromium that CHROMIUM_PATH names, that is on the PATH, or that Playwright has installed; undefined without one.
 * @throws Error if CHROMIUM_PATH names no program
 */
export function findChromium(env?: Readonly<Record<string, string | undefined>>): string | undefined;
