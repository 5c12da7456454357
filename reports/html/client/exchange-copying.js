import { copyText } from './copying.js';

/** Gives findings an id, so that each has an address. */
export function nameFindings() {
  for (const check of document.querySelectorAll('.check')) {
    check.querySelectorAll('.finding').forEach((finding, index) => {
      finding.id = `finding/${check.id.replace(/^check\//, '')}/${index + 1}`;
    });
  }
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
  const { href } = new URL(location.href);
  return `${href.split('#')[0]}#${encodeURIComponent(id).replaceAll('%2F', '/').replaceAll('%40', '@')}`;
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
  button.setAttribute('aria-live', 'polite');
  const done = text.includes('✂') ? 'Copied as shown, cut at ✂' : 'Copied';
  button.addEventListener('click', () => void copyText(button, text, source, done));
  return button;
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
  for (const finding of document.querySelectorAll('.finding:not(:has(.evidence))')) {
    const bar = document.createElement('p');
    bar.className = 'copies';
    bar.append(copyButton('Copy link', addressOf(finding.id), null));
    finding.append(bar);
  }
  const wanted = '.exchange, .evidence';
  for (const details of document.querySelectorAll(':is(.exchange, .evidence)[open]')) addButtons(details);
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.matches(wanted)) addButtons(target);
    },
    { capture: true },
  );
}
