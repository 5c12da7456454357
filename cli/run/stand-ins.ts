/** Classes that Node loads its HTTP client for as soon as they are looked at. */
const costly = ['Headers', 'Request', 'Response'] as const;

/**
 * Runs what looks at the classes of `fetch` without using them, with others in their place: loading the real ones takes
 * Node some 30 ms. They are back afterwards.
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
