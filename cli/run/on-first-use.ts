/**
 * Exports that load their module when one of them is first read. What copies all exports at once, as compiled
 * `import * as` does, finds none and loads nothing.
 * @param load returns the exports of the module itself
 */
export function onFirstUse(load: () => Readonly<Record<PropertyKey, unknown>>): object {
  let loaded: Readonly<Record<PropertyKey, unknown>> | undefined;
  return new Proxy(
    {},
    {
      get(_, name) {
        // Asked of every module by compiled imports.
        if (name === '__esModule') return true;
        loaded ??= load();
        return loaded[name];
      },
    },
  );
}
