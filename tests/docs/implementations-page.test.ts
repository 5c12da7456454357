import { expect, it } from 'vitest';
import { implementationsPage } from './implementations-page.ts';

const introduction = `
How releases of the known implementation conform, made from recordings of its nodes in \`tests/recorded/\` by
\`npx vitest run tests/docs -u\`.

\`TARGET_PROFILE=canton-3.5\` or \`canton-3.6\` tests a target as that release, \`judge FILE --profile canton-3.5\` judges a
recording, and \`serve --profile canton-3.5\` starts a reference server that behaves like it. A profile pins exactly what recordings
show: behaviour that the document leaves open and the release fixes is a MUST. The files in \`profiles/\` name the source of each entry.

Two weaknesses to know: P-256 and P-384 keys with explicit parameters that differ from those of the curve are accepted, which the
document leaves open (rulings 31 and 47). There is no leeway for clocks: a token that expired a second ago is rejected, and so is
one with \`iat\` or \`nbf\` a second ahead.
`;

it('docs/implementations.md says what the recordings show and what the profiles say', async () => {
  await expect(implementationsPage(introduction)).toMatchFileSnapshot('../../docs/implementations.md');
}, 600_000);
