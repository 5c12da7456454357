import type { Case, Run } from '../../engine/check.ts';
import type { OddValue } from '../../generators/list-users.ts';
import { pairwise } from '../../generators/pairwise.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { Scheme } from '../../wire/credential.ts';

/** One part of a query that is odd, percent-encoded as it is sent. */
export interface OddPart {
  readonly kind: string;
  readonly detail: string;
  readonly query: string;
}

/** A request with an odd query, as a case of the requirement that claims its kind. */
export function oddCase(kind: OddValue['kind'], query: string): Case {
  return { kind, as: requirementForKind(kind), wrong: { pointer: '', keyword: kind }, request: { query } };
}

/** What may stand beside an odd part: a name for each, and the parameter; none if it is empty. */
type Beside = Readonly<Record<string, string>>;

/** The other values of the page token: absent, empty, and one of the target if there is one. */
export function tokensBeside({ facts: { pageTokenParameter: name } }: Run, token: string): Beside {
  return {
    'no-token': '',
    'an-empty-token': `${name}=`,
    ...(token === '' ? {} : { 'a-page-token': `${name}=${encodedToken(token)}` }),
  };
}

/** The other values of the page size: absent, and drawn. */
export function sizesBeside({ facts: { pageSizeParameter: name }, seed, nonce }: Run): Beside {
  return {
    'no-size': '',
    'a-page-size': `${name}=${1 + ((bytesFrom([seed, nonce, 'beside'], 1)[0] ?? 0) % 100)}`,
  };
}

function schemesOf({ facts: { apiKeyForm, bearerWorks } }: Run): (Scheme | undefined)[] {
  return apiKeyForm === null || !bearerWorks ? [undefined] : [undefined, 'api-key'];
}

/**
 * Each odd part beside each value of the other parameter, under each scheme, and in front of and behind it: each two of these meet
 * at least once, drawn from seed and nonce. At quick effort, each part is sent once.
 */
export function oddQueries(run: Run, parts: readonly OddPart[], beside: Beside, keyword: string): Case[] {
  if (parts.length === 0) return [];
  const { seed, nonce, effort } = run;
  const places = Object.keys(beside);
  const factors = { part: parts, place: places, scheme: schemesOf(run), isFirst: [true, false] };
  const sent = new Set<OddPart>();
  return pairwise(factors, seed, nonce, keyword).flatMap(({ part, place, scheme, isFirst }): Case[] => {
    if (part === undefined || (effort === 'quick' && sent.has(part))) return [];
    sent.add(part);
    const other = beside[place ?? ''] ?? '';
    const query = (isFirst ? [part.query, other] : [other, part.query]).filter((each) => each !== '');
    return [
      {
        kind: part.kind,
        detail: part.detail,
        ...(other === '' ? {} : { context: [`beside-${place}`] }),
        wrong: { pointer: '', keyword },
        request: { query: query.join('&'), credential: scheme },
      },
    ];
  });
}

/** Each odd part once, beside drawn values. */
export function oddQueriesOnce(run: Run, parts: readonly OddPart[], beside: Beside, keyword: string): Case[] {
  const known = new Set<string>();
  return oddQueries(run, parts, beside, keyword).filter(({ detail = '' }) => {
    const isNew = !known.has(detail);
    known.add(detail);
    return isNew;
  });
}
