/** Reading any of these globals makes Node load its HTTP client. */
const costly = ['Headers', 'Request', 'Response'] as const;

/**
 * Runs a function with empty classes in place of those globals, for code that refers to them and never uses them: loading the real
 * ones takes some 30 ms. Restores them afterwards.
 */
export function withStandIns<T>(run: () => T): T {
  const real = costly.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of costly)
    Object.defineProperty(globalThis, name, { value: class {}, configurable: true, writable: true });
  try {
    return run();
  } finally {
    for (const [name, descriptor] of real)
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
  }
}
