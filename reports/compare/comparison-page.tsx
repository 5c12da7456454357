import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visibleText } from '../html/exchange/visible-text.ts';
import { Outcome } from '../html/page/outcome.tsx';
import { PageHead } from '../html/page/page-head.tsx';
import { pageSources } from '../html/page-sources.ts';
import type { ReportFinding } from '../report/report.ts';
import { type Blame, type ComparedChange, type Comparison, changeKinds, type Side } from './comparison.ts';
import { conclusion, grouped, paceInWords, runInWords, subjectOf, titles } from './in-words.ts';

/** How much is shown of lists and texts that a target can make long. The JSON format has everything. */
const shown = { groups: 300, drifts: 200, values: 20, text: 400 } as const;

const ownStyle = `
table { border-collapse: collapse; margin: 0 0 1rem; }
th, td { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.change { margin: 0 0 0.75rem; padding: 0.5rem 0 0.5rem 1rem; border-left: 4px solid var(--line); }
.change.failed { border-color: var(--failed); }
.change h3 { margin: 0 0 0.2rem; }
.change p { margin: 0 0 0.2rem; overflow-wrap: anywhere; }
`;

/** A comparison as one static page without scripts or network access; equal comparisons give equal text. */
export function comparisonPage(comparison: Comparison): string {
  return `<!doctype html>\n${renderToString(<Page comparison={comparison} />)}\n`;
}

function Page({ comparison }: { comparison: Comparison }): VNode {
  const { old, new: new_, regression, changes, observations, timing } = comparison;
  const style = `${pageSources().style}${ownStyle}`;
  return (
    <html lang="en">
      <PageHead title={conclusion(comparison)} style={style} />
      <body>
        <main>
          <header class={`summary ${regression ? 'non-conformant' : 'conformant'}`}>
            <p class="what">Ledger conformance: two runs compared</p>
            <h1>{conclusion(comparison)}</h1>
            <p>old: {visibleText(runInWords(old), shown.text)}</p>
            <p>new: {visibleText(runInWords(new_), shown.text)}</p>
          </header>
          <Differences comparison={comparison} />
          {changeKinds.map((kind) => (
            <Changes key={kind} title={titles[kind]} changes={changes.filter((each) => each.kind === kind)} />
          ))}
          <Section title="Different observations where the document leaves room" count={observations.length}>
            {observations.slice(0, shown.drifts).map((drift) => (
              <article key={`${drift.id} ${drift.operation}`} class="change">
                <h3>
                  {drift.id} on {drift.operation}
                </h3>
                <Values lead="was" values={drift.gone} />
                <Values lead="is" values={drift.came} />
                <LikelyCause blame={drift} />
              </article>
            ))}
          </Section>
          <Section title="Answers take another time, beyond noise" count={timing?.length ?? 0}>
            {timing?.map((change) => (
              <article key={change.operation} class="change">
                <h3>{change.operation}</h3>
                <p>{paceInWords(change)}</p>
                <LikelyCause blame={change} />
              </article>
            ))}
          </Section>
          {timing === null && <p>Timing is not compared: one of the runs has no recorded exchanges.</p>}
        </main>
      </body>
    </html>
  );
}

function Section(props: { title: string; count: number; children: ComponentChildren }): VNode | null {
  if (props.count === 0) return null;
  return (
    <section>
      <h2>
        {props.title} ({props.count})
      </h2>
      {props.children}
    </section>
  );
}

function Differences({ comparison: { differences } }: { comparison: Comparison }): VNode {
  return (
    <Section title="What else differs" count={differences.length}>
      <table>
        <thead>
          <tr>
            <th scope="col">what</th>
            <th scope="col">old</th>
            <th scope="col">new</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, old, new: new_ }) => (
            <tr key={name}>
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

function Changes({ title, changes }: { title: string; changes: readonly ComparedChange[] }): VNode {
  return (
    <Section title={title} count={changes.length}>
      {grouped(changes)
        .slice(0, shown.groups)
        .map((group) => {
          const [first] = group;
          return (
            <article key={subjectOf(group)} class={`change ${first.regression ? 'failed' : ''}`}>
              <h3>{subjectOf(group)}</h3>
              <p>
                <Shown side={first.old} /> → <Shown side={first.new} />
              </p>
              {first.finding !== null && <Finding finding={first.finding} />}
              <LikelyCause blame={first} />
            </article>
          );
        })}
    </Section>
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

function LikelyCause({ blame: { cause, because } }: { blame: Blame }): VNode {
  return (
    <p>
      likely cause: <b>{cause}</b>. {visibleText(because.join(' '), 2 * shown.text)}
    </p>
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
