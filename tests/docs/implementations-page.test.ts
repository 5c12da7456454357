import { expect, it } from 'vitest';
import { implementationsPage } from './implementations-page.ts';

const introduction = `
How the known implementation stands, made from recordings of its nodes in \`tests/recorded/\` by
\`npx vitest run tests/docs -u\`. Its profiles describe it as data, in \`profiles/\`: no code refers to a release by name. What a
profile pins is exactly what recordings show.

\`TARGET_PROFILE=canton-3.5\` or \`canton-3.6\` tests a target as that release, \`judge FILE --profile canton-3.5\` judges a
recording, and \`serve --profile canton-3.5\` starts a reference server that behaves like it. A profile requires more than the
document: behaviour that the document leaves open and the release fixes is a MUST, and findings name the source. Sources are
sections of the notes on the implementation (\`canton.md\`), names of recorded exchanges (\`*\` matches any suffix), whole runs
and published vectors (\`tests/reference/vectors.json\`).

Two things are worth knowing besides. P-256 and P-384 keys with explicit parameters that differ from those of the curve, such as
an order of 1, are accepted: the document leaves that open (rulings 31 and 47), but it is a weakness. There is no leeway for
clocks: a token that expired a second ago is rejected, and so is one with \`iat\` or \`nbf\` a second ahead.

Kinds of response: \`success\`, a 2xx with JSON · \`text-400\`, a 400 with a text · \`error-object\`, a failure with the
JSON error object.
`;

it('docs/implementations.md says what the recordings show and what the profiles say', async () => {
  await expect(implementationsPage(introduction)).toMatchFileSnapshot('../../docs/implementations.md');
}, 600_000);
