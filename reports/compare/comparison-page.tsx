import type { ComponentChildren, VNode } from 'preact';
import { visibleText } from '../formats/plain-text.ts';
import { Head, Outcome } from '../html/elements.tsx';
import { pageText } from '../html/page-head.tsx';
import type { ReportFinding } from '../report/report.ts';
import type { Comparison, Difference, Side } from './comparison.ts';
import { type ComparedEntry, comparisonView } from './comparison-view.ts';

/** How much is shown of lists and texts that a target can make long. The JSON format has everything. */
const shown = { entries: 300, values: 20, text: 400 } as const;

const ownStyle = `
table { border-collapse: collapse; margin: 0 0 1rem; }
th, td { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.change { margin: 0 0 0.75rem; padding: 0.5rem 0 0.5rem 1rem; border-left: 4px solid var(--tone, var(--line)); }
.change h3 { margin: 0 0 0.2rem; }
.change p { margin: 0 0 0.2rem; overflow-wrap: anywhere; }
`;

/** A comparison as one static page without scripts or network access; equal comparisons give equal text. */
export function comparisonPage(comparison: Comparison): string {
  const view = comparisonView(comparison);
  return pageText(
    { title: view.conclusion, style: ownStyle },
    <main>
      <header class={`summary ${comparison.regression ? 'non-conformant' : 'conformant'}`}>
        <p class="what">Ledger conformance: two runs compared</p>
        <h1>{view.conclusion}</h1>
        <p>old: {visibleText(view.old, shown.text)}</p>
        <p>new: {visibleText(view.new, shown.text)}</p>
      </header>
      {view.differences.length > 0 && <Differences differences={view.differences} />}
      {view.sections.map(({ title, count, entries }) => (
        <Section title={title} count={count}>
          {entries.slice(0, shown.entries).map((entry) => (
            <Entry entry={entry} />
          ))}
        </Section>
      ))}
      {view.untimed !== undefined && <p>{view.untimed}</p>}
    </main>,
  );
}

function Section(props: { title: string; count: number; children: ComponentChildren }): VNode {
  return (
    <section>
      <h2>
        {props.title} ({props.count})
      </h2>
      {props.children}
    </section>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }): VNode {
  return (
    <Section title="What else differs" count={differences.length}>
      <table>
        <Head cells={['what', 'old', 'new']} />
        <tbody>
          {differences.map(({ name, old, new: new_ }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{visibleText(old, shown.text)}</td>
              <td>{visibleText(new_, shown.text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Entry({ entry }: { entry: ComparedEntry }): VNode {
  const { subject, regression, sides, finding, drift, pace, cause, because } = entry;
  return (
    <article class={sides === undefined ? 'change' : `change ${regression ? 'failed' : ''}`}>
      <h3>{subject}</h3>
      {sides !== undefined && (
        <p>
          <Shown side={sides[0]} /> → <Shown side={sides[1]} />
        </p>
      )}
      {finding != null && <Finding finding={finding} />}
      <Values lead="was" values={drift?.gone ?? []} />
      <Values lead="is" values={drift?.came ?? []} />
      {pace !== undefined && <p>{pace}</p>}
      <p>
        likely cause: <b>{cause}</b>. {visibleText(because.join(' '), 2 * shown.text)}
      </p>
    </article>
  );
}

function Shown({ side }: { side: Side }): VNode {
  return side === null ? <span>not known</span> : <Outcome outcome={side.outcome} />;
}

function Finding({ finding: { message, rate, actual, replay } }: { finding: ReportFinding }): VNode {
  return (
    <>
      <p>
        found: {visibleText(message, shown.text)} ({rate}); received:{' '}
        <code>{visibleText(actual, shown.text)}</code>
      </p>
      <p>
        again: <code>{visibleText(replay, shown.text)}</code>
      </p>
    </>
  );
}

function Values({ lead, values }: { lead: string; values: readonly string[] }): VNode | null {
  if (values.length === 0) return null;
  const more = values.length - shown.values;
  const texts = values.slice(0, shown.values).map((value) => visibleText(value, shown.text));
  return (
    <p>
      {lead}: <code>{texts.join(' · ')}</code>
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
