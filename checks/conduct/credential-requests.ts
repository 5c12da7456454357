import { altered } from '../../generators/credentials.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Conductor } from '../../session/conductor.ts';
import { present, type Scheme } from '../../wire/credential.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { isJwt } from '../../wire/token.ts';
import type { BatchRequest } from './batch.ts';
import { alteredKinds } from './credentials.ts';
import type { MakeValid } from './valid-request.ts';

/** Every kind of credential that must be rejected, under both schemes, with different alterations in each round. */
export async function credentialRequests(
  conductor: Conductor,
  valid: MakeValid,
  context: 'mixed-traffic' | 'soak' = 'mixed-traffic',
): Promise<(round: number) => BatchRequest[]> {
  const { credentials, seed, nonce } = conductor;
  const token = await credentials.token();
  const expired = await credentials.expired();
  const all = isJwt(token) ? altered(token, `${seed}/${nonce}`) : [];
  const headersOf = (scheme: Scheme, made: string): HeaderPair[] =>
    present(scheme, made, conductor.facts.apiKeyForm ?? 'jwt.token.');
  return (round) => {
    const { request, facts } = valid(conductor, round);
    const refused = (credential: string, draft: CaseKind, headers: readonly HeaderPair[]): BatchRequest => ({
      draft: { ...draft, as: claimantOfKind(credential), credential, facts },
      request,
      credential: headers,
      needsControl: true,
    });
    const both = ({ token: made, ...draft }: { token: string } & CaseKind): BatchRequest[] =>
      (['bearer', 'api-key'] as const).map((scheme) => {
        conductor.credentials.keepSecret(made, draft.kind);
        return refused(draft.kind, { ...draft, context: [scheme, context] }, headersOf(scheme, made));
      });
    return [
      refused('none', { kind: 'no-credential', context: [context] }, []),
      refused('empty', { kind: 'bearer-with-nothing-behind-it', context: [context] }, [
        ['Authorization', 'Bearer'],
      ]),
      ...(expired === undefined ? [] : both({ kind: 'expired', token: expired })),
      ...alteredKinds.flatMap((kind) => {
        const some = all.filter((each) => each.kind === kind);
        const one = some[round % Math.max(1, some.length)];
        return one === undefined ? [] : both(one);
      }),
    ];
  };
}
