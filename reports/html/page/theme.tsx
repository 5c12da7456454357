import type { VNode } from 'preact';

/** The choice of light or dark colours; hidden without scripts, when the browser's setting applies. */
export function Theme(): VNode {
  return (
    <label class="theme" hidden>
      Theme{' '}
      <select id="theme">
        <option>auto</option>
        <option>light</option>
        <option>dark</option>
      </select>
    </label>
  );
}
