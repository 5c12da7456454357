const key = 'ledger-conformance-theme';

/** The stored choice, or null. A browser may refuse to store anything for files. */
function storedTheme() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} theme */
function storeTheme(theme) {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/**
 * Applies light or dark colours, or with any other value those of the browser.
 * @param {string} theme
 */
function applyTheme(theme) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** Shows the choice of colours and makes it work. */
export function offerThemes() {
  const select = document.getElementById('theme');
  const stored = storedTheme();
  if (stored !== null) applyTheme(stored);
  if (!(select instanceof HTMLSelectElement)) return;
  if (stored === 'light' || stored === 'dark') select.value = stored;
  if (select.parentElement !== null) select.parentElement.hidden = false;
  select.addEventListener('input', () => {
    applyTheme(select.value);
    storeTheme(select.value);
  });
}
