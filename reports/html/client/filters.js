import { all, currentView, field, hideHits, holds, openInside, showHits, whenOpened } from './views.js';

const search = field('search');

/** The data of an item that each of them filters by have its name in the plural. */
const choices = ['outcome', 'operation', 'cause', 'level'].map(field);

/** Applies the filters to the current view, and shows how many items match. */
export function filter() {
  hideHits();
  const view = currentView();
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = all('.item', view);
  for (const item of items) item.hidden = !(isChosen(item) && holds(item, words));
  const fitting = items.filter(({ hidden }) => !hidden);
  const filtered = [search, ...choices].some(({ value }) => value !== '');
  for (const group of all('.group, table', view))
    group.hidden = filtered && group.querySelector('.item:not([hidden])') === null;
  if (filtered) showHits(fitting, words);
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = items.length === 0 ? '' : `${fitting.length} of ${items.length}`;
  document.body.classList.toggle('filtered', filtered);
}

/**
 * Whether an item is among those chosen; an exchange inherits its data from its check.
 * @param {HTMLElement} item
 */
function isChosen(item) {
  const holder = item.closest('[data-outcomes]');
  const { dataset } = holder instanceof HTMLElement ? holder : item;
  return choices.every(({ id, value }) => value === '' || dataset[`${id}s`]?.split(' ').includes(value));
}

export function clearFilters() {
  filterOutcome('');
  filter();
}

/**
 * Chooses one outcome and nothing else.
 * @param {string} outcome
 */
export function filterOutcome(outcome) {
  for (const each of [search, ...choices]) each.value = each.id === 'outcome' ? outcome : '';
}

export function focusSearch() {
  search.focus();
  if (search instanceof HTMLInputElement) search.select();
}

export function followFilters() {
  for (const each of [search, ...choices]) each.addEventListener('input', filter);
  // A row that the reader opens during a search shows its hits.
  whenOpened('.item', openInside);
  document.getElementById('clear')?.addEventListener('click', clearFilters);
}

/**
 * Opens or closes everything in the current view that a filter does not hide.
 * @param {boolean} open
 */
function setAll(open) {
  for (const each of currentView().querySelectorAll('details'))
    if (each.closest('[hidden]') === null) each.open = open;
}

/** Makes the buttons work, and on a narrow screen closes what is long and not broken. */
export function followExpanding() {
  for (const button of all('.expanding button'))
    button.addEventListener('click', () => setAll(button.dataset.open === 'true'));
  if (!matchMedia('(max-width: 52rem)').matches) return;
  const long = '#matrix, #clauses .group:not(:has(.words.failed, .words.warned))';
  for (const each of all(long)) each.removeAttribute('open');
}
