import { all, whenOpened } from './views.js';

/**
 * Copies a text. If the browser denies that, selects where it is shown for copying by keyboard.
 * @param {HTMLElement} button
 * @param {string} text
 * @param {Element | null} source
 * @param {string} [done]
 */
async function copyText(button, text, source, done = 'Copied') {
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

/**
 * The body in a message as it is shown: the text after the first empty line, without marks of what is missing.
 * @param {Element} message
 */
function bodyOf(message) {
  const texts = [...message.childNodes].map((node) => node.textContent ?? '');
  const [, ...body] = texts
    .filter((text, index) => !(message.childNodes[index] instanceof HTMLElement && text.startsWith('← ')))
    .join('')
    .split('\n\n');
  return body.join('\n\n').trim();
}

/**
 * The address of an element in this page.
 * @param {string} id
 */
function addressOf(id) {
  const [page] = location.href.split('#');
  return `${page}#${encodeURIComponent(id).replaceAll('%2F', '/').replaceAll('%40', '@')}`;
}

/**
 * @param {string} label
 * @param {string} text
 * @param {Element | null} source
 */
function copyButton(label, text, source) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = label;
  button.ariaLive = 'polite';
  const done = text.includes('✂') ? 'Copied as shown, cut at ✂' : 'Copied';
  button.addEventListener('click', () => void copyText(button, text, source, done));
  return button;
}

/** Adds a button to each command. */
export function offerCopies() {
  for (const source of all('.copyable pre')) source.after(copyButton('Copy', source.textContent, source));
}

/**
 * Adds the buttons to an exchange when it is first opened; for every exchange they would be a large part of the page.
 * @param {Element} details
 */
function addButtons(details) {
  const messages = details.querySelector(':scope > .messages');
  if (messages === null || details.querySelector(':scope > .copies') !== null) return;
  const bar = document.createElement('p');
  bar.className = 'copies';
  const labels = ['Copy request body', 'Copy response body'];
  [...messages.children].forEach((message, index) => {
    const body = bodyOf(message);
    if (body !== '') bar.append(copyButton(labels[index] ?? 'Copy body', body, message));
  });
  const owner = details.closest('.finding') ?? details;
  const id = details.id.replace(/^exchange\//, '');
  const curl = details.id === '' ? null : document.querySelector(`pre[data-exchange="${CSS.escape(id)}"]`);
  if (curl !== null) bar.append(copyButton('Copy curl', curl.textContent ?? '', curl));
  bar.append(copyButton('Copy link', addressOf(owner.id), null));
  details.append(bar);
}

/** Offers to copy the bodies, the curl command and the address of each exchange and finding. */
export function offerExchangeCopies() {
  for (const finding of all('.finding:not(:has(.evidence))')) {
    const bar = document.createElement('p');
    bar.className = 'copies';
    bar.append(copyButton('Copy link', addressOf(finding.id), null));
    finding.append(bar);
  }
  for (const details of all(':is(.exchange, .evidence)[open]')) addButtons(details);
  whenOpened('.exchange, .evidence', addButtons);
}
