import type { ConductSchemes } from '../conduct/schemes.ts';
import type { MakeValid } from '../conduct/valid-request.ts';

/** The plain listing: no body, no parameters. */
export const validList: MakeValid = () => ({ request: {} });

/** The plain listing under credentials of the case's own. */
export const conductListSchemes: ConductSchemes = async (conductor, cases) => {
  await Promise.all(
    cases.map(({ credential, ...draft }) =>
      conductor.inCase(draft, (builder) => builder.send('probe', {}, credential)),
    ),
  );
};
