/** @type {WeakMap<Element, string>} */
const texts = new WeakMap();

/**
 * The text of an element in lower case, cached because the page never changes.
 * @param {Element} element
 */
function textOf(element) {
  const known = texts.get(element);
  if (known !== undefined) return known;
  const text = `${element.id} ${element.textContent}`.toLowerCase();
  texts.set(element, text);
  return text;
}

/**
 * Whether an element contains every word.
 * @param {Element} element
 * @param {readonly string[]} words in lower case
 */
export function holds(element, words) {
  return words.every((word) => textOf(element).includes(word));
}
