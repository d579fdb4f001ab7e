import { createHash } from 'node:crypto';
import { renderedToText } from '../icalendar/html-text';
import { renderText } from './paragraphs';
import { plainText } from './sanitised';

/** The forms in which a text of an author is shown. */
export interface RenderedText {
  /** As records show it. */
  readonly html: string;
  /** On one line, for machines. */
  readonly line: string;
  /** As calendar programs show it. */
  readonly lines: string;
}

/** Raise it when a form of any text changes: what was stored before is then rendered when it is read. */
const RENDERER = 1;

/** The columns that keep the forms of these texts, for each text that is stored. */
export function renderedColumns(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const texts = RENDERED.flatMap((name) => (typeof columns[name] === 'string' ? [[name, columns[name]] as const] : []));
  return Object.fromEntries(texts.map(([name, raw]) => [`${name}_rendered`, raw === '' ? null : { from: digestOf(raw), ...render(raw) }]));
}

/** Columns of which the forms are kept. */
const RENDERED = ['description', 'excerpt'];

function render(raw: string): RenderedText {
  const html = renderText(raw);
  return { html, line: plainText(raw), lines: renderedToText(html) };
}

const digestOf = (raw: string): string => createHash('sha256').update(`${RENDERER}:${raw}`).digest('hex');

/**
 * SQL for the stored forms of a text. Those of another text, or of another version of this service, are none: a version that knows nothing
 * of them changes the text alone.
 * @param column with the alias of its table
 */
export const renderedText = (column: string): string =>
  `CASE WHEN ${column}_rendered->>'from' = encode(sha256(convert_to('${RENDERER}:' || ${column}, 'UTF8')), 'hex') THEN ${column}_rendered END`;

/** A text and its stored forms; null for rows of former versions. */
type Stored = readonly [raw: string, rendered: RenderedText | null];

export const htmlOf = (...[raw, rendered]: Stored): string => rendered?.html ?? renderText(raw);
export const lineOf = (...[raw, rendered]: Stored): string => rendered?.line ?? plainText(raw);
export const linesOf = (...[raw, rendered]: Stored): string => rendered?.lines ?? renderedToText(renderText(raw));
