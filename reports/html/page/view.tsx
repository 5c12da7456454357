import type { ComponentChildren, VNode } from 'preact';

/** One of the views of a page, of which scripts show one at a time. */
export function View(props: {
  id: string;
  title: string;
  /** Whether the page opens with this view. */
  first: boolean;
  children: ComponentChildren;
}): VNode {
  const { id, title, first, children } = props;
  return (
    <section class={first ? 'view first-view' : 'view'} id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div class="view-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <span class="expanding" hidden>
          <button type="button" data-open="true">
            Expand all
          </button>{' '}
          <button type="button" data-open="false">
            Collapse all
          </button>
        </span>
      </div>
      {children}
    </section>
  );
}
