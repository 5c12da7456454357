import type { Run } from '../../engine/check.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import { type Header, present, type Scheme, type TokenRole } from '../../wire/credential.ts';
import type { BatchRequest } from './batch.ts';
import { alteredKinds } from './credentials.ts';
import type { MakeValid } from './requests.ts';

/** Every kind of credential that must be rejected, under both schemes, with different alterations in each round. */
export function credentialRequests(
  run: Run,
  valid: MakeValid,
  context: 'mixed-traffic' | 'soak' = 'mixed-traffic',
): (round: number) => BatchRequest[] {
  const { expired } = run.credentials;
  const all = run.credentials.altered();
  const headersOf = (scheme: Scheme, made: TokenRole): readonly Header[] =>
    present(scheme, made, run.facts.apiKeyForm ?? 'jwt.token.');
  return (round) => {
    const { request, facts } = valid(run, round);
    const refused = (credential: string, draft: CaseKind, headers: readonly Header[]): BatchRequest => ({
      draft: { ...draft, as: requirementForKind(credential), credential, facts },
      request,
      credential: headers,
      needsControl: true,
    });
    const both = (draft: CaseKind, token: TokenRole): BatchRequest[] =>
      (['bearer', 'api-key'] as const).map((scheme) =>
        refused(draft.kind, { ...draft, context: [scheme, context] }, headersOf(scheme, token)),
      );
    return [
      refused('none', { kind: 'no-credential', context: [context] }, []),
      refused('empty', { kind: 'bearer-with-nothing-behind-it', context: [context] }, [
        ['Authorization', 'Bearer'],
      ]),
      ...(expired === undefined ? [] : both({ kind: 'expired' }, expired)),
      ...alteredKinds.flatMap((kind) => {
        const some = all.filter((each) => each.kind === kind);
        const one = some[round % Math.max(1, some.length)];
        return one === undefined ? [] : both(one, { token: 'altered', ...one });
      }),
    ];
  };
}
