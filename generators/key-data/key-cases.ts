import { lenienciesOf } from '../leniencies/catalogue.ts';
import type { KeyFlaw } from './classify.ts';
import { expandKeyTemplate, type KeyInput } from './parts.ts';
import type { WycheproofKey } from './wycheproof.ts';

/** keyData that is not the plain encoding of a key. */
export interface KeyCase {
  /** The id of a leniency, or `undecodable-key`. */
  readonly kind: string;
  readonly detail: string;
  readonly keyword: KeyKeyword;
  readonly keyData: string;
}

/** What must be rejected, and what is observed (ruling 31). */
export type KeyKeyword = 'undecodable-key' | 'key-encoding';

/** Leniencies about points of elliptic curves; all others are shown with Ed25519 keys. */
const ofPoints: readonly string[] = ['point-off-curve', 'point-at-infinity', 'other-point-form'];

/** Texts that no common software accepts by default, but a server may. */
const otherTexts = {
  'base64-of-base64': '$twice',
  'base64-of-pem': '$pemInBase64',
  'bytes-as-characters': '$bytes',
};

/** The cases of the catalogue for a key, entry by entry. */
export function keyCases(key: KeyInput, keyword: KeyKeyword): readonly (readonly KeyCase[])[] {
  const isEd25519 = key.keySpec === 'SIGNING_KEY_SPEC_EC_CURVE25519';
  const entries = lenienciesOf('key-data').filter(
    (each) => each.keyword === keyword && ofPoints.includes(each.id) !== isEd25519,
  );
  const listed = entries.map(({ id, templates }) =>
    templates.flatMap((template) => caseOf(id, keyword, [detailOf(template), template], key)),
  );
  if (!isEd25519 || keyword !== 'undecodable-key') return listed;
  const others = Object.entries(otherTexts).flatMap((named) => caseOf(keyword, keyword, named, key));
  return [...listed, others];
}

function caseOf(
  kind: string,
  keyword: KeyKeyword,
  [detail, template]: readonly [detail: string, template: string],
  key: KeyInput,
): KeyCase[] {
  const keyData = expandKeyTemplate(template, key);
  return keyData === undefined ? [] : [{ kind, detail, keyword, keyData }];
}

/** A template of one part is named by it; of others, the parts are in angle brackets and odd characters escaped. */
function detailOf(template: string): string {
  const single = /^\$([A-Za-z0-9]+)$/.exec(template)?.[1];
  if (single !== undefined) return single.replace(/[A-Z]|\d+/g, (found) => `-${found.toLowerCase()}`);
  const named = template.replace(/\$([A-Za-z0-9]+)/g, '<$1>');
  return named.replace(/[^\x21-\x7e]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The leniency that accepting a key with this flaw shows. */
const shownBy: Partial<Readonly<Record<KeyFlaw, string>>> = {
  'bytes-behind': 'bytes-behind-a-key',
  'no-structure': 'structure-not-checked',
  'not-on-curve': 'point-off-curve',
  'at-infinity': 'point-at-infinity',
  'other-point-form': 'other-point-form',
};

export function wycheproofCase({ name, verdict, flaw, spki }: WycheproofKey): KeyCase {
  return {
    kind: shownBy[flaw] ?? 'ber-key',
    detail: name,
    keyword: verdict === 'undecodable' ? 'undecodable-key' : 'key-encoding',
    keyData: spki.toString('base64'),
  };
}
