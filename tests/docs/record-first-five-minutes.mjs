// Records docs/first-five-minutes.md and the samples of the README again, with the built command.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recordPage, recordReadme } from './recording.mjs';

const page = fileURLToPath(new URL('../../docs/first-five-minutes.md', import.meta.url));
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

const recorded = await recordPage(readFileSync(page, 'utf8'), 5);
writeFileSync(page, recorded);
writeFileSync(readme, recordReadme(readFileSync(readme, 'utf8'), recorded));
