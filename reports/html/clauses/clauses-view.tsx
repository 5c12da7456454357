import type { ComponentChildren, VNode } from 'preact';
import { groupBy } from '../../../journal/group-by.ts';
import type { Operation, Requirement } from '../../../requirements/requirement.ts';
import type { ResultOutcome } from '../../report/report.ts';
import { firstView } from '../broken-outcomes.ts';
import { outcomeInWords, outcomeOrder, Sign, signs, worstOf } from '../page/outcome.tsx';
import type { PageContent } from '../page/page-content.ts';
import { View } from '../page/view.tsx';
import { ClauseNotes } from './clause-notes.tsx';
import { clausesAt, type Quoted, quotedIn, type ResultsOf, segmentsOf } from './clauses.ts';
import { type Block, type ListItem, type Section, type Span, sectionsOf } from './document-blocks.ts';

/** The input for rendering a section with the outcomes of its clauses. */
interface Setting {
  readonly section: Section;
  readonly quoted: readonly Quoted[];
  readonly resultsOf: ResultsOf;
  readonly content: PageContent;
}

/** The text of the document, each sentence with the outcome of the requirements that quote it. */
export function ClausesView({ content, markdown }: { content: PageContent; markdown: string }): VNode {
  const byId = groupBy(content.report.results, ({ requirement }) => requirement);
  const resultsOf: ResultsOf = (id) => byId.get(id) ?? [];
  return (
    <View id="clauses" title="By clause of the document" first={firstView(content.report) === 'clauses'}>
      <p class="lead">
        The text of <code>interface.md</code>. Each sentence has the colour and sign of its worst outcome:
        {outcomeOrder.map((outcome) => (
          <span key={outcome}>
            {' '}
            <span class={`outcome ${outcome}`}>
              {signs[outcome]} {outcomeInWords(outcome)}
            </span>
          </span>
        ))}
        . Sentences without a colour are not judged; the reason is next to them.
      </p>
      {sectionsOf(markdown).map((section) => (
        <DocumentSection
          key={section.heading}
          setting={{ section, quoted: quotedIn(section), resultsOf, content }}
        />
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
      {blocks.map((block, index) => (
        <DocumentBlock key={index} block={block} setting={setting} />
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
          <span key={outcome} class={`outcome ${outcome}`}>
            <Sign outcome={outcome} /> {count}
          </span>
        );
      })}
    </span>
  );
}

function DocumentBlock({ block, setting }: { block: Block; setting: Setting }): VNode {
  if (block.kind === 'table') return <Table block={block} setting={setting} />;
  if (block.kind === 'paragraph') {
    return (
      <Unit spans={[block.span]} setting={setting}>
        <p>
          <Words span={block.span} setting={setting} />
        </p>
      </Unit>
    );
  }
  const items = block.items.map((item) => <Item key={item.span.start} item={item} setting={setting} />);
  return block.ordered ? <ol class="items">{items}</ol> : <ul class="items">{items}</ul>;
}

function Item({ item, setting }: { item: ListItem; setting: Setting }): VNode {
  return (
    <li class={`${item.marked ? 'marked' : 'going-on'} depth-${item.depth}`}>
      <Unit spans={[item.span]} setting={setting}>
        <p>
          <Words span={item.span} setting={setting} />
        </p>
      </Unit>
    </li>
  );
}

/** A block of text with its notes; the unit that filters show or hide. */
function Unit(props: { spans: readonly Span[]; setting: Setting; children: ComponentChildren }): VNode {
  const { spans, setting, children } = props;
  const clauses = clausesAt(spans, setting.quoted);
  return (
    <div class="unit item" {...filterData(clauses, setting)}>
      {children}
      <ClauseNotes clauses={clauses} resultsOf={setting.resultsOf} content={setting.content} />
    </div>
  );
}

function Table({ block, setting }: { block: Extract<Block, { kind: 'table' }>; setting: Setting }): VNode {
  const textOf = ({ start, end }: Span): string => setting.section.text.slice(start, end);
  return (
    <table>
      <thead>
        <tr>
          {block.head.map((cell) => (
            <th key={cell.start} scope="col">
              {textOf(cell)}
            </th>
          ))}
          <th scope="col" class="notes-head">
            Outcome
          </th>
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row) => {
          const clauses = clausesAt(row, setting.quoted);
          return (
            <tr key={row[0]?.start} class="item" {...filterData(clauses, setting)}>
              {row.map((cell) => (
                <td key={cell.start}>
                  <Words span={cell} setting={setting} />
                </td>
              ))}
              <td>
                <ClauseNotes clauses={clauses} resultsOf={setting.resultsOf} content={setting.content} />
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
