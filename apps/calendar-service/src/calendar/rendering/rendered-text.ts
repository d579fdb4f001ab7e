import { createHash } from 'node:crypto';
import { renderedToText } from './html-text';
import { renderText } from './paragraphs';
import { plainText } from './sanitised';
import { withTypography } from './typography';

/** The rendered forms of an author's text. */
export interface RenderedText {
  /** As records show it. */
  readonly html: string;
  /** The same without typographic signs, for calendar files; absent if there are none. */
  readonly written?: string;
  /** Plain text on one line, for machines. */
  readonly line: string;
  /** Plain text with line breaks, as calendar programs show it. */
  readonly lines: string;
}

/** The texts whose rendered forms are stored. */
interface Texts {
  readonly description?: string | undefined;
  readonly excerpt?: string | undefined;
}

/** Increase it when a form of any text changes: forms stored by earlier versions are then ignored, and rendered when they are read. */
const RENDERER = 3;

/**
 * The columns for the rendered forms of each of these texts. Reads use a form only if its digest fits renderer and text, so a program that
 * writes the text alone makes no stale form. A trigger that clears the forms could not tell such a program when both texts render alike.
 */
export const renderedColumns = ({ description, excerpt }: Texts) => ({
  ...(description !== undefined && { descriptionRendered: storedForms(description) }),
  ...(excerpt !== undefined && { excerptRendered: storedForms(excerpt) }),
});

const storedForms = (raw: string) => (raw === '' ? null : { from: digestOf(raw), ...render(raw) });

function render(raw: string): RenderedText {
  const written = renderText(raw);
  const html = withTypography(written);
  return { html, ...(html !== written && { written }), line: plainText(raw), lines: renderedToText(written) };
}

const digestOf = (raw: string): string => createHash('sha256').update(`${RENDERER}:${raw}`).digest('hex');

/**
 * SQL for the stored forms of a text; null if they belong to another text or another renderer. An older version of this service may change the text
 * without its forms.
 * @param column with the alias of its table
 */
export const renderedText = (column: string): string =>
  `CASE WHEN ${column}_rendered->>'from' = encode(sha256(convert_to('${RENDERER}:' || ${column}, 'UTF8')), 'hex') THEN ${column}_rendered END`;

/** A text and its stored forms; null when no stored forms fit. */
type Stored = readonly [raw: string, rendered: RenderedText | null];

export const htmlOf = (...[raw, rendered]: Stored): string => rendered?.html ?? withTypography(renderText(raw));
export const writtenHtmlOf = (...[raw, rendered]: Stored): string =>
  rendered?.written ?? rendered?.html ?? renderText(raw);
export const lineOf = (...[raw, rendered]: Stored): string => rendered?.line ?? plainText(raw);
export const linesOf = (...[raw, rendered]: Stored): string => rendered?.lines ?? renderedToText(renderText(raw));
