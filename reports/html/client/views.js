/** @type {readonly HTMLElement[]} */
const views = [...document.querySelectorAll('.view')].filter((view) => view instanceof HTMLElement);

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
  for (const link of document.querySelectorAll('.toolbar nav a')) {
    if (link.getAttribute('href') === `#${wanted.id}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
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
  for (let at = /** @type {Element | null} */ (element); at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
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
