import { offerCopies } from './copying.js';
import { nameFindings, offerExchangeCopies } from './exchange-copying.js';
import { offerExpanding } from './expanding.js';
import { clearFilters, filter, filterOutcome, followFilters } from './filters.js';
import { followKeys } from './keys.js';
import { offerThemes } from './theme.js';
import { addressed, reveal, showView, viewOf } from './views.js';

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

for (const link of document.querySelectorAll('a[data-outcome]')) {
  link.addEventListener('click', () => {
    filterOutcome(link.getAttribute('data-outcome') ?? '');
    // The address may be unchanged.
    if (location.hash === link.getAttribute('href')) follow();
  });
}
// As attributes, the words would be in the page twice.
for (const cell of document.querySelectorAll('a.cell')) cell.setAttribute('title', cell.ariaLabel ?? '');
for (const filters of document.querySelectorAll('.filters')) {
  if (filters instanceof HTMLElement) filters.hidden = false;
}
offerThemes();
nameFindings();
offerCopies();
offerExchangeCopies();
offerExpanding();
followFilters();
followKeys(visit);
addEventListener('hashchange', follow);
// After loading, a browser scrolls to the fragment by itself and moves the focus.
if (location.hash !== '') addEventListener('load', () => setTimeout(follow));
document.body.classList.add('ready');
follow();
