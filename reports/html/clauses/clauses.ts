import { requirements } from '../../../requirements/catalogue.ts';
import type { Requirement } from '../../../requirements/requirement.ts';
import type { ReportResult } from '../../report/report.ts';
import type { Section, Span } from './document-blocks.ts';

/** The results of a requirement, one for each of its operations. */
export type ResultsOf = (requirement: string) => readonly ReportResult[];

/** A span of the document with the requirements that quote it. */
export interface Segment {
  readonly text: string;
  readonly clauses: readonly Requirement[];
}

/** The requirements of a section with the spans of their quotes. */
export interface Quoted {
  readonly clause: Requirement;
  readonly span: Span;
}

/** Every quote occurs exactly once in its section. */
export function quotedIn({ heading, text }: Section): Quoted[] {
  return requirements
    .filter(({ section }) => section === heading)
    .map((clause) => {
      const start = text.indexOf(clause.quote);
      return { clause, span: { start, end: start + clause.quote.length } };
    })
    .filter(({ span }) => span.start >= 0);
}

/** A span of a section, cut where quotes start and end. */
export function segmentsOf({ text }: Section, { start, end }: Span, quoted: readonly Quoted[]): Segment[] {
  const touching = quoted.filter(({ span }) => span.start < end && span.end > start);
  const cuts = [start, end, ...touching.flatMap(({ span }) => [span.start, span.end])]
    .filter((cut) => cut >= start && cut <= end)
    .sort((a, b) => a - b);
  return [...new Set(cuts)].slice(0, -1).map((from, index, all) => {
    const to = all[index + 1] ?? end;
    return {
      text: text.slice(from, to),
      clauses: touching.filter(({ span }) => span.start < to && span.end > from).map(({ clause }) => clause),
    };
  });
}

/** The requirements whose quotes start inside these spans or, in a table row, between them; in document order. */
export function clausesAt(spans: readonly Span[], quoted: readonly Quoted[]): Requirement[] {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  // The quote of a row starts with the pipe before its first cell.
  return quoted.filter(({ span }) => span.start >= start - 2 && span.start < end).map(({ clause }) => clause);
}
