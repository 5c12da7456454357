import { currentView } from './views.js';

/**
 * Opens or closes everything in the current view that a filter does not hide.
 * @param {boolean} open
 */
function setAll(open) {
  for (const each of currentView().querySelectorAll('details'))
    if (each.closest('[hidden]') === null) each.open = open;
}

/** Shows the buttons and makes them work, and on a narrow screen closes what is long and not broken. */
export function offerExpanding() {
  for (const buttons of document.querySelectorAll('.expanding')) {
    if (buttons instanceof HTMLElement) buttons.hidden = false;
    for (const button of buttons.querySelectorAll('button'))
      button.addEventListener('click', () => setAll(button.dataset.open === 'true'));
  }
  if (!matchMedia('(max-width: 52rem)').matches) return;
  const long = '#matrix, #clauses .group:not(:has(.words.failed, .words.warned))';
  for (const each of document.querySelectorAll(long))
    if (each instanceof HTMLDetailsElement) each.open = false;
}
