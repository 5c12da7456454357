/** The words searched for at present, in lower case. */
let sought = /** @type {readonly string[]} */ ([]);

/** What the search has opened, so that clearing it closes that again. */
const opened = /** @type {Set<HTMLDetailsElement>} */ (new Set());

const around = 50;
const mostRanges = 2_000;

/**
 * The nodes of an element's text, without those of `left`.
 * @param {Element} element
 * @param {Element | null} [left]
 */
function textNodes(element, left = null) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = /** @type {Text[]} */ ([]);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text && left?.contains(node) !== true) nodes.push(node);
  return nodes;
}

/**
 * @param {Element} element
 * @param {string} word
 */
function isIn(element, word) {
  return element.textContent?.toLowerCase().includes(word) === true;
}

/**
 * A line that shows a word with the text around it.
 * @param {Element} row
 * @param {Element} summary
 * @param {string} word
 */
function snippetOf(row, summary, word) {
  const line = document.createElement('span');
  line.className = 'hit';
  for (const { data } of textNodes(row, summary)) {
    const at = data.toLowerCase().indexOf(word);
    if (at < 0) continue;
    const [start, end] = [Math.max(0, at - around), at + word.length + around];
    const found = document.createElement('mark');
    found.className = 'sought';
    found.textContent = data.slice(at, at + word.length);
    line.append(
      start > 0 ? '…' : '',
      data.slice(start, at),
      found,
      data.slice(at + word.length, end),
      end < data.length ? '…' : '',
    );
    return line;
  }
  return null;
}

/**
 * Opens the closed details inside an element that contain a word which is not visible otherwise.
 * @param {Element} element
 */
function openInside(element) {
  for (const details of element.querySelectorAll('details:not([open])')) {
    const summary = details.querySelector('summary');
    const isHit = sought.some((word) => isIn(details, word) && !(summary !== null && isIn(summary, word)));
    if (details instanceof HTMLDetailsElement && isHit) openFor(details);
  }
}

/**
 * Opens details until the search is cleared.
 * @param {HTMLDetailsElement} details
 */
function openFor(details) {
  if (details.open) return;
  opened.add(details);
  details.open = true;
}

/**
 * Colours the words in the text, where the browser can do that without changing the page.
 * @param {readonly Element[]} items
 */
function colour(items) {
  if (!('highlights' in CSS)) return;
  const ranges = [];
  for (const item of items) {
    for (const node of textNodes(item)) {
      const text = node.data.toLowerCase();
      for (const word of sought) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          if (ranges.length >= mostRanges || at + word.length > node.length) break;
          const range = new StaticRange({
            startContainer: node,
            startOffset: at,
            endContainer: node,
            endOffset: at + word.length,
          });
          ranges.push(range);
        }
      }
    }
    if (ranges.length >= mostRanges) break;
  }
  CSS.highlights.set('sought', new Highlight(...ranges));
}

/** Removes what earlier hits have added to the page, and closes what they have opened. */
export function hideHits() {
  sought = [];
  for (const line of document.querySelectorAll('.hit')) line.remove();
  for (const details of opened) details.open = false;
  opened.clear();
  if ('highlights' in CSS) CSS.highlights.delete('sought');
}

/**
 * Shows where the words are: closed rows get a line with each word that their summary lacks, other items are opened.
 * @param {readonly Element[]} items the items that contain all the words
 * @param {readonly string[]} words in lower case
 */
export function showHits(items, words) {
  sought = words;
  for (const item of items) {
    for (let at = item.parentElement; at !== null; at = at.parentElement)
      if (at instanceof HTMLDetailsElement && at.matches('.group')) openFor(at);
    if (words.length === 0) continue;
    const summary = item.querySelector('summary');
    if (!(item instanceof HTMLDetailsElement) || summary === null) {
      openInside(item);
      continue;
    }
    for (const word of words.filter((each) => !isIn(summary, each))) {
      const line = snippetOf(item, summary, word);
      if (line !== null) summary.append(line);
    }
    if (item.open) openInside(item);
  }
  if (words.length > 0) colour(items);
}

/** A row that the reader opens during a search shows its hits. */
export function followRows() {
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (sought.length > 0 && target instanceof HTMLDetailsElement && target.open && target.matches('.item'))
        openInside(target);
    },
    { capture: true },
  );
}
