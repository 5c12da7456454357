/** @type {readonly HTMLElement[]} */
const views = [...document.querySelectorAll('.view')].filter((view) => view instanceof HTMLElement);

/** The view that is shown. */
export function currentView() {
  return views.find((view) => !view.hidden) ?? document.body;
}

/**
 * Shows one view and hides the others.
 * @param {HTMLElement} wanted
 */
export function showView(wanted) {
  for (const view of views) view.hidden = view !== wanted;
  for (const link of document.querySelectorAll('.toolbar nav a')) {
    if (link.getAttribute('href') === `#${wanted.id}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/**
 * The view that an element stands in, or the first one.
 * @param {Element | null} element
 */
export function viewOf(element) {
  return views.find((view) => view.contains(element)) ?? views[0] ?? document.body;
}

/**
 * Opens what is aggregated around an element, and the element itself, and brings it into sight.
 * @param {HTMLElement} element
 */
export function reveal(element) {
  for (let at = /** @type {Element | null} */ (element); at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  const summary = element instanceof HTMLDetailsElement ? element.querySelector('summary') : null;
  const focused = summary ?? element;
  if (focused.tabIndex < 0) focused.tabIndex = -1;
  // Once: a later frame would take the focus away from where a reader has gone since.
  focused.focus({ preventScroll: true });
  const show = () => element.scrollIntoView({ block: 'start' });
  show();
  // What was never on the screen has a guessed height until it is drawn.
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
