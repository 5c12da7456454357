import { expect, it } from 'vitest';
import { loadProfile } from '../../settings/load-profile.ts';
import { profilePage } from './profile-page.ts';

const introduction = `
The profile describes the known implementation, release line 3.5, as data: no code refers to it by name. This page is
generated from \`profiles/canton-3.5.json\` by \`npx vitest run tests/docs -u\`.

\`TARGET_PROFILE=canton-3.5\` tests a target as that release, \`judge FILE --profile canton-3.5\` judges a recording, and
\`serve --profile canton-3.5\` starts a reference server that behaves like it. The profile requires more than the document:
behaviour that the document leaves open and the release fixes is a MUST here, and findings name the source. Sources are
sections of the notes on the implementation (\`canton.md\`), names of recorded exchanges
(\`tests/recorded/canton-3.5.ndjson\`; \`*\` matches any suffix) and published vectors (\`tests/reference/vectors.json\`).

Kinds of response: \`success\`, a 2xx with JSON · \`text-400\`, a 400 with a text · \`error-object\`, a failure with the
JSON error object.
`;

it('docs/canton-3.5.md says what the profile says', async () => {
  await expect(profilePage(loadProfile('canton-3.5'), introduction)).toMatchFileSnapshot(
    '../../docs/canton-3.5.md',
  );
});
