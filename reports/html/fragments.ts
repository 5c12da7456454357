import type { Operation } from '../../requirements/requirement.ts';

/** The id of the element that shows a clause of the document. */
export function requirementFragment(id: string): string {
  return `requirement/${id}`;
}

/** The id of the element that shows one requirement on one operation. */
export function checkFragment(requirement: string, operation: Operation): string {
  return `check/${requirement}/${operation}`;
}

/** The id of the element that shows an exchange. */
export function exchangeFragment(id: string): string {
  return `exchange/${id}`;
}

/** A link to the element with this id; escapes what a fragment must not contain, such as the `#` of an exchange. */
export function linkTo(fragment: string): string {
  const whole = fragment.replace(/\p{Cs}/gu, '\ufffd');
  return `#${encodeURIComponent(whole).replaceAll('%2F', '/').replaceAll('%40', '@')}`;
}
