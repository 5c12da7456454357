import { expect, it } from 'vitest';
import { loadProfile } from '../../settings/load-profile.ts';
import { profilePage } from './profile-page.ts';

const introduction = `
This page is made from \`profiles/canton-3.5.json\`; \`npx vitest run tests/docs -u\` writes it again. The profile describes
the known implementation, release line 3.5, as data: no code knows its name.

\`TARGET_PROFILE=canton-3.5\` tests a target as that release, \`judge FILE --profile canton-3.5\` judges a recording, and
\`serve --profile canton-3.5\` starts a reference server that answers as it does. A target of this profile is held to more
than the document says: what the document leaves open and the release settles is a MUST here, and findings name the
source. Sources are sections of the notes on the implementation (\`canton.md\`), names of recorded exchanges
(\`tests/recorded/canton-3.5.ndjson\`; \`*\` stands for any rest) and published vectors (\`tests/reference/vectors.json\`).

Kinds of answer: \`success\`, a 2xx with JSON · \`text-400\`, a 400 with a text · \`error-object\`, a failure with the JSON
error object.
`;

it('docs/canton-3.5.md says what the profile says', async () => {
  await expect(profilePage(loadProfile('canton-3.5'), introduction)).toMatchFileSnapshot(
    '../../docs/canton-3.5.md',
  );
});
