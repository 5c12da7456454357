import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every `pattern` of a JSON Schema in the sources, and of the schemas in profiles. */
export function schemaPatterns(): { readonly file: string; readonly pattern: string }[] {
  const names = ['schemas', 'settings', 'wire', 'profiles', 'certificate', 'reports', 'requirements'].flatMap(
    (folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.schema.json') || folder === 'profiles')
        .filter((name) => name.endsWith('.json'))
        .map((name) => `${folder}/${name}`),
  );
  return names.flatMap((file) => {
    const patterns = new Set<string>();
    JSON.parse(readFileSync(`${root}${file}`, 'utf8'), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      if (key === 'patternProperties') for (const each of Object.keys(value as object)) patterns.add(each);
      return value;
    });
    return [...patterns].map((pattern) => ({ file, pattern }));
  });
}
