// Writes schemas/openapi.json as one file, for generators that read no other and no path items in components. What it describes
// stays the same. Usage: node one-file.mjs FILE
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, createConfig } from '@redocly/openapi-core';

const ref = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));
const made = await bundle({ ref, config: await createConfig({}) });
if (made.problems.length > 0) throw new Error(made.problems.map(({ message }) => message).join('\n'));
const { paths, components, ...rest } = made.bundle.parsed;
const { pathItems, ...others } = components;
const whole = Object.entries(paths).map(([path, { $ref }]) => [path, pathItems[$ref.split('/').at(-1)]]);
const document = { ...rest, paths: Object.fromEntries(whole), components: others };
writeFileSync(process.argv[2], `${JSON.stringify(document, null, 2)}\n`);
