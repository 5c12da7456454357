import { currentView, followRows, hideHits, holds, showHits } from './views.js';

/**
 * A field that the page must have.
 * @param {string} id
 */
function field(id) {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`The page has no field ${id}.`);
}

const search = field('search');
const outcome = field('outcome');
const operation = field('operation');
const cause = field('cause');
const level = field('level');
const fields = [search, outcome, operation, cause, level];

/** Applies the filters to the current view, and shows how many items match. */
export function filter() {
  hideHits();
  const view = currentView();
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = [...view.querySelectorAll('.item')].filter((item) => item instanceof HTMLElement);
  let fitting = 0;
  for (const item of items) {
    const { outcomes = '', operations = '', causes = '', levels = '' } = dataOf(item);
    item.hidden = !(
      includes(outcomes, outcome.value) &&
      includes(operations, operation.value) &&
      includes(causes, cause.value) &&
      includes(levels, level.value) &&
      holds(item, words)
    );
    if (!item.hidden) fitting += 1;
  }
  const filtered = fields.some(({ value }) => value !== '');
  for (const group of view.querySelectorAll('.group, table')) {
    if (group instanceof HTMLElement)
      group.hidden = filtered && group.querySelector('.item:not([hidden])') === null;
  }
  if (filtered) {
    showHits(
      items.filter((item) => !item.hidden),
      words,
    );
  }
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = items.length === 0 ? '' : `${fitting} of ${items.length}`;
  document.body.classList.toggle('filtered', filtered);
}

/**
 * The data that an item is filtered by; an exchange inherits them from its check.
 * @param {HTMLElement} item
 */
function dataOf(item) {
  const holder = item.closest('[data-outcomes]');
  return holder instanceof HTMLElement ? holder.dataset : item.dataset;
}

/**
 * @param {string} words
 * @param {string} wanted empty for any
 */
function includes(words, wanted) {
  return wanted === '' || words.split(' ').includes(wanted);
}

export function clearFilters() {
  for (const each of fields) each.value = '';
  filter();
}

/**
 * Shows the checks with one outcome.
 * @param {string} wanted
 */
export function filterOutcome(wanted) {
  for (const each of fields) each.value = '';
  outcome.value = wanted;
}

export function focusSearch() {
  search.focus();
  if (search instanceof HTMLInputElement) search.select();
}

export function followFilters() {
  for (const each of fields) each.addEventListener('input', filter);
  followRows();
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
