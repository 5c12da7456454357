/**
 * Copies the text before a button. If the browser denies that, selects the text for copying by keyboard.
 * @param {HTMLElement} button
 */
async function copy(button) {
  const source = button.parentElement?.querySelector('pre');
  if (!source) return;
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    say(button, 'Copied');
  } catch {
    getSelection()?.selectAllChildren(source);
    say(button, 'Selected: press Ctrl+C');
  }
}

/**
 * @param {HTMLElement} button
 * @param {string} words
 */
function say(button, words) {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_500);
}

/** Shows the buttons and makes them work. */
export function offerCopies() {
  for (const button of document.querySelectorAll('button.copy')) {
    if (!(button instanceof HTMLElement)) continue;
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copy(button));
  }
}
