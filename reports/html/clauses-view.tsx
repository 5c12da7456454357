import type { VNode } from 'preact';
import { groupBy } from '../../journal/group-by.ts';
import type { Span } from '../../json/scan-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation, Requirement } from '../../requirements/requirement.ts';
import type { ReportResult, ResultOutcome } from '../report/report.ts';
import { Observed } from './check-view.tsx';
import {
  type Block,
  clausesAt,
  type Quoted,
  quotedIn,
  type Section,
  sectionsOf,
  segmentsOf,
} from './clauses.ts';
import {
  checkFragment,
  firstView,
  Head,
  linkTo,
  Outcome,
  outcomeOrder,
  requirementFragment,
  Sign,
  View,
  worstOf,
} from './elements.tsx';
import type { PageContent } from './page-content.ts';

/** The input for rendering a section with the outcomes of its clauses. */
interface Setting {
  readonly section: Section;
  readonly quoted: readonly Quoted[];
  readonly resultsOf: (requirement: string) => readonly ReportResult[];
  readonly content: PageContent;
}

/** The text of the document, each sentence with the outcome of the requirements that quote it. */
export function ClausesView({ content, markdown }: { content: PageContent; markdown: string }): VNode {
  const byId = groupBy(content.report.results, ({ requirement }) => requirement);
  const resultsOf = (id: string): readonly ReportResult[] => byId.get(id) ?? [];
  return (
    <View id="clauses" title="By clause of the document" first={firstView(content.report) === 'clauses'}>
      <p class="lead">
        The text of <code>interface.md</code>. Each sentence has the colour and sign of its worst outcome:
        {outcomeOrder.map((outcome) => (
          <span>
            {' '}
            <Outcome outcome={outcome} />
          </span>
        ))}
        . Sentences without a colour are not judged; the reason is next to them.
      </p>
      {sectionsOf(markdown).map((section) => (
        <DocumentSection setting={{ section, quoted: quotedIn(section), resultsOf, content }} />
      ))}
    </View>
  );
}

function DocumentSection({ setting }: { setting: Setting }): VNode {
  const { heading, level, blocks } = setting.section;
  return (
    <details class="group" open>
      <summary>
        {level < 3 ? <h3>{heading}</h3> : <h4>{heading}</h4>} <SectionCounts setting={setting} />
      </summary>
      {blocks.map((block) => (
        <DocumentBlock block={block} setting={setting} />
      ))}
    </details>
  );
}

/** The results of a section by outcome, as signs with numbers. */
function SectionCounts({ setting }: { setting: Setting }): VNode {
  const outcomes = outcomesOf(
    setting.quoted.map(({ clause }) => clause),
    setting,
  );
  return (
    <span class="section-counts">
      {outcomeOrder.map((outcome) => {
        const count = outcomes.filter((each) => each === outcome).length;
        if (count === 0) return null;
        return (
          <span class={`outcome ${outcome}`}>
            <Sign outcome={outcome} /> {count}
          </span>
        );
      })}
    </span>
  );
}

function DocumentBlock({ block, setting }: { block: Block; setting: Setting }): VNode {
  if (block.kind === 'table') return <Table block={block} setting={setting} />;
  if (block.kind === 'paragraph') return <Unit span={block.span} setting={setting} />;
  const items = block.items.map(({ marked, depth, span }) => (
    <li class={`${marked ? 'marked' : 'going-on'} depth-${depth}`}>
      <Unit span={span} setting={setting} />
    </li>
  ));
  return block.ordered ? <ol class="items">{items}</ol> : <ul class="items">{items}</ul>;
}

/** A paragraph with its notes; the unit that filters show or hide. */
function Unit({ span, setting }: { span: Span; setting: Setting }): VNode {
  const clauses = clausesAt([span], setting.quoted);
  return (
    <div class="unit item" {...filterData(clauses, setting)}>
      <p>
        <Words span={span} setting={setting} />
      </p>
      <ClauseNotes clauses={clauses} setting={setting} />
    </div>
  );
}

function Table({ block, setting }: { block: Extract<Block, { kind: 'table' }>; setting: Setting }): VNode {
  const textOf = ({ start, end }: Span): string => setting.section.text.slice(start, end);
  return (
    <table>
      <Head cells={[...block.head.map(textOf), 'Outcome']} />
      <tbody>
        {block.rows.map((row) => {
          const clauses = clausesAt(row, setting.quoted);
          return (
            <tr class="item" {...filterData(clauses, setting)}>
              {row.map((cell) => (
                <td>
                  <Words span={cell} setting={setting} />
                </td>
              ))}
              <td>
                <ClauseNotes clauses={clauses} setting={setting} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A span of the document, each part in the colour of its worst outcome. */
function Words({ span, setting }: { span: Span; setting: Setting }): VNode {
  let before: ResultOutcome | undefined;
  return (
    <>
      {segmentsOf(setting.section, span, setting.quoted).map(({ text, clauses }) => {
        const outcome = worstOf(outcomesOf(clauses, setting));
        const begins = outcome !== before && /\w/.test(text);
        if (/\w/.test(text)) before = outcome;
        if (outcome === undefined || text.trim() === '') return text;
        const words = text.trimStart();
        return (
          <>
            {text.slice(0, text.length - words.length)}
            <span class={`words ${outcome}`}>
              {begins && <Sign outcome={outcome} />}
              {words}
            </span>
          </>
        );
      })}
    </>
  );
}

function outcomesOf(clauses: readonly Requirement[], { resultsOf }: Setting): ResultOutcome[] {
  return clauses.flatMap(({ id }) => resultsOf(id).map(({ outcome }) => outcome));
}

function filterData(clauses: readonly Requirement[], setting: Setting): Record<string, string> {
  const operations: Operation[] = clauses.flatMap((clause) => clause.operations);
  return {
    'data-outcomes': [...new Set(outcomesOf(clauses, setting))].join(' '),
    'data-operations': [...new Set(operations)].join(' '),
  };
}

/** The notes beside a quote: each requirement with that quote, and its outcome on each operation. */
function ClauseNotes(props: { clauses: readonly Requirement[]; setting: Setting }): VNode | null {
  const { clauses, setting } = props;
  if (clauses.length === 0) return null;
  return (
    <ul class="notes">
      {clauses.map((clause) => (
        <li id={requirementFragment(clause.id)}>
          {clause.excluded === undefined ? (
            <Judged clause={clause} setting={setting} />
          ) : (
            <details class="excluded">
              <summary>{clause.id}: not judged</summary>
              {clause.excluded}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Judged({ clause, setting }: { clause: Requirement; setting: Setting }): VNode {
  return (
    <>
      <span class="name">{clause.id}</span>
      {setting.resultsOf(clause.id).map(({ operation, outcome }) => (
        <>
          {' '}
          <a class={`chip ${outcome}`} href={linkTo(checkFragment(clause.id, operation))}>
            <Sign outcome={outcome} />
            {definitionOf(operation).shortName}
          </a>
        </>
      ))}
      <Observed id={clause.id} operations={clause.operations} content={setting.content} atOnce={2} />
    </>
  );
}
