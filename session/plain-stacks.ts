/**
 * Lets V8 format stacks itself. Playwright takes one for each step, three in each test, and looks every frame up in source maps,
 * which takes longer than the rest of what it does for a test. Built files have no source maps.
 * @param url the URL of a module of the suite: the sources, in TypeScript, have such maps
 */
export function keepStacksPlain(url: string): void {
  if (url.endsWith('.js')) Reflect.deleteProperty(Error, 'prepareStackTrace');
}
