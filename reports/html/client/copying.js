/**
 * Copies what stands before a button. Where the browser does not allow it, the text is selected for the keyboard.
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

/** Shows the buttons and lets them work. */
export function offerCopies() {
  for (const button of document.querySelectorAll('button.copy')) {
    if (!(button instanceof HTMLElement)) continue;
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copy(button));
  }
}
