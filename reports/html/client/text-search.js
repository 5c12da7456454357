/** @type {WeakMap<Element, string>} */
const texts = new WeakMap();

/**
 * The text of an element in lower case; it is taken once, as nothing in the page changes.
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
 * Whether an element holds every word.
 * @param {Element} element
 * @param {readonly string[]} words in lower case
 */
export function holds(element, words) {
  return words.every((word) => textOf(element).includes(word));
}
