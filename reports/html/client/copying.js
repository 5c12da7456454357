/**
 * Copies a text. If the browser denies that, selects where it is shown for copying by keyboard.
 * @param {HTMLElement} button
 * @param {string} text
 * @param {Element | null} source
 * @param {string} [done]
 */
export async function copyText(button, text, source, done = 'Copied') {
  try {
    await navigator.clipboard.writeText(text);
    say(button, done);
  } catch {
    if (source !== null) getSelection()?.selectAllChildren(source);
    say(button, source === null ? 'The browser denies it' : 'Selected: press Ctrl+C');
  }
}

/**
 * Shows words on a button for a moment.
 * @param {HTMLElement} button
 * @param {string} words
 */
function say(button, words) {
  const label = button.dataset.label ?? button.textContent ?? '';
  button.dataset.label = label;
  button.textContent = words;
  setTimeout(() => {
    button.textContent = label;
  }, 2_500);
}

/** Shows the buttons beside commands and makes them work. */
export function offerCopies() {
  for (const button of document.querySelectorAll('button.copy')) {
    const source = button.parentElement?.querySelector('pre') ?? null;
    if (!(button instanceof HTMLElement) || source === null) continue;
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copyText(button, source.textContent ?? '', source));
  }
}
