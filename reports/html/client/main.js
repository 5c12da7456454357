import { offerCopies, offerExchangeCopies } from './copying.js';
import {
  clearFilters,
  filter,
  filterOutcome,
  focusSearch,
  followExpanding,
  followFilters,
} from './filters.js';
import { addressed, all, currentView, followTheme, reveal, showView, viewOf } from './views.js';

/**
 * The actions of single keys.
 * @type {Readonly<Record<string, () => void>>}
 */
const actions = {
  '/': focusSearch,
  Escape: clearFilters,
  j: () => step(1),
  ArrowRight: () => step(1),
  k: () => step(-1),
  ArrowLeft: () => step(-1),
  1: () => visit('clauses'),
  2: () => visit('checks'),
  3: () => visit('exchanges'),
  4: () => visit('times'),
  5: () => document.getElementById('history') && visit('history'),
  '?': toggleKeys,
};

/** @type {HTMLElement | undefined} */
let at;

/** The findings in the current view; if there are none, its broken clauses, or else all items. */
function stops() {
  for (const wanted of ['.finding', '.item:has(.words.failed, .words.warned)', '.exchange.found', '.item']) {
    const found = all(wanted, currentView()).filter((element) => element.closest('[hidden]') === null);
    if (found.length > 0) return found;
  }
  return [];
}

/** @param {number} by */
function step(by) {
  const places = stops();
  const last = at === undefined ? -1 : places.indexOf(at);
  const next = places.at(last < 0 ? Math.min(by, 0) : (last + by) % places.length);
  if (next === undefined) return;
  at?.classList.remove('current');
  at = next;
  at.classList.add('current');
  if (next.tabIndex < 0) next.tabIndex = -1;
  reveal(next);
}

function toggleKeys() {
  const keys = document.getElementById('keys');
  if (keys instanceof HTMLDetailsElement) keys.open = !keys.open;
}

/** Single keys work outside of fields unless they are switched off; Escape works everywhere. */
function followKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const on = document.getElementById('keys-on');
    const typing =
      event.target instanceof Element && event.target.matches('input:not([type=checkbox]), select');
    if (event.key !== 'Escape' && (typing || (on instanceof HTMLInputElement && !on.checked))) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Shows the element that the address names. */
function follow() {
  const element = addressed();
  showView(viewOf(element));
  filter();
  if (element === null || element.matches('body')) return;
  if (element.closest('[hidden]') !== null) clearFilters();
  reveal(element);
}

/**
 * Shows a view as if its link had been followed. Changing `location.hash` takes effect later, and would move the focus
 * away from where the next key put it.
 * @param {string} view
 */
function visit(view) {
  history.pushState(null, '', `#${view}`);
  follow();
}

for (const link of all('a[data-outcome]')) {
  link.addEventListener('click', () => {
    filterOutcome(link.dataset.outcome ?? '');
    // The address may be unchanged.
    if (location.hash === link.getAttribute('href')) follow();
  });
}
// As attributes, the words would be in the page twice.
for (const cell of all('a.cell')) cell.title = cell.ariaLabel ?? '';
for (const control of all('.filters, .theme, .expanding')) control.hidden = false;
followTheme();
offerCopies();
offerExchangeCopies();
followExpanding();
followFilters();
followKeys();
addEventListener('hashchange', follow);
// After loading, a browser scrolls to the fragment by itself and moves the focus.
if (location.hash !== '') addEventListener('load', () => setTimeout(follow));
document.body.classList.add('ready');
follow();
