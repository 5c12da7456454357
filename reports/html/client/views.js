/**
 * The elements that a selector finds.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function all(selector, within = document) {
  return [...within.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
}

/**
 * A field that the page must have.
 * @param {string} id
 */
export function field(id) {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`The page has no field ${id}.`);
}

/**
 * Calls something with each element that is opened.
 * @param {string} selector
 * @param {(details: HTMLDetailsElement) => void} act
 */
export function whenOpened(selector, act) {
  const opened = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches(selector)) act(target);
  };
  document.addEventListener('toggle', opened, { capture: true });
}

/** Where choices are stored; a browser may refuse to store anything for files, and they then last as long as the page. */
function storage() {
  try {
    return localStorage;
  } catch {
    return /** @type {Record<string, string>} */ ({});
  }
}

const key = 'ledger-conformance-theme';

/** Makes the choice of colours work; those of the browser unless it is light or dark. */
export function followTheme() {
  const theme = field('theme');
  const stored = storage();
  const apply = () => {
    document.documentElement.dataset.theme = theme.value;
  };
  theme.value = stored[key] ?? 'auto';
  apply();
  theme.addEventListener('input', () => {
    apply();
    stored[key] = theme.value;
  });
}

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

const views = all('.view');

/** The current view. */
export function currentView() {
  return views.find((view) => !view.hidden) ?? document.body;
}

/**
 * Shows one view and hides the others.
 * @param {HTMLElement} wanted
 */
export function showView(wanted) {
  for (const view of views) view.hidden = view !== wanted;
  for (const link of all('.toolbar nav a'))
    link.ariaCurrent = link.getAttribute('href') === `#${wanted.id}` ? 'page' : null;
}

/** The view that the page opens with. */
const firstView = views.find((view) => view.matches('.first-view')) ?? views[0] ?? document.body;

/**
 * The view that contains an element, or the one that the page opens with.
 * @param {Element | null} element
 */
export function viewOf(element) {
  return views.find((view) => view.contains(element)) ?? firstView;
}

/**
 * Opens an element and every collapsed section around it, and scrolls it into view.
 * @param {HTMLElement} element
 */
export function reveal(element) {
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true;
  const summary = element instanceof HTMLDetailsElement ? element.querySelector('summary') : null;
  const focused = summary ?? element;
  if (focused.tabIndex < 0) focused.tabIndex = -1;
  // Only once: a later frame could take the focus from where the reader has moved it.
  focused.focus({ preventScroll: true });
  const show = () => element.scrollIntoView({ block: 'start' });
  show();
  // Heights of elements that were never rendered are estimates until the next frame.
  requestAnimationFrame(show);
}

/** The element that the address names, or null. */
export function addressed() {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}

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
export function openInside(element) {
  for (const details of element.querySelectorAll('details')) {
    const summary = details.querySelector('summary');
    const isHit = sought.some((word) => isIn(details, word) && !(summary !== null && isIn(summary, word)));
    if (isHit) openFor(details);
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
