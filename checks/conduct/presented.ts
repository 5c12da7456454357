import type { CaseKind } from '../../session/case-text.ts';
import { apiKeyForms, type Header, present, type TokenRole } from '../../wire/credential.ts';

/** A credential of a case, as headers, and its kind, which a requirement claims. */
export interface Presented extends CaseKind {
  readonly headers: readonly Header[];
  readonly credential: string;
}

/** As Bearer and in every form of the API key: a form that the target does not support must be rejected too. */
export function underEachScheme(
  { context = [], ...made }: CaseKind & Pick<Presented, 'credential'>,
  token: TokenRole,
): Presented[] {
  return [
    { ...made, context: ['bearer', ...context], headers: present('bearer', token) },
    ...apiKeyForms.map((form) => ({
      ...made,
      context: ['api-key', form, ...context],
      headers: present('api-key', token, form),
    })),
  ];
}
