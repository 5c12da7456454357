import { createHash } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import { inlined } from '../inlined.ts';

/**
 * The head of a self-contained page: its policy, style and title.
 * @param script source of the page's only script; without it, the policy forbids scripts
 */
export function PageHead(props: {
  title: string;
  style: string;
  script?: string;
  children?: ComponentChildren;
}): VNode {
  const { title, style, script, children } = props;
  return (
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policyFor(script, style)} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      {children}
      <title>{title}</title>
      <style {...inlined.source(style)} />
    </head>
  );
}

/** Allows only this page's own style and script; nothing may be loaded or sent (CSP level 3). */
function policyFor(script: string | undefined, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${script === undefined ? 'none' : hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
