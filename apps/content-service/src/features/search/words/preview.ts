import { escapeHtml } from '../../../text/tree/escape-html';
import { foldText, type FoldedText } from './folding';

/** A part of a text: from the first index up to the second. */
interface Range {
  start: number;
  end: number;
}

/** Approximate length of a preview, and of the context on each side of a match. */
const LENGTH = 260;
const CONTEXT = 32;
/** Less room than this is not filled. */
const SLACK = 10;
const GAP = ' ...';
/** Matches per needle: a preview has no room for more, and a long text may have very many. */
const MAX_MATCHES = 50;

/** The whole text as HTML, matches of the folded needles in `<strong>`, everything else escaped. */
export function highlight(text: string, needles: readonly string[]): string {
  return marked(text, { start: 0, end: text.length }, matchesIn(text, needles));
}

/**
 * The parts of a text around its matches as HTML, about 260 characters in all; its beginning when nothing matches (content-behaviour §21).
 * Gaps read ` ...`, a cut end `...`. As in the reference, a gap also stands between contexts that touch, and counts as text.
 */
export function excerpt(text: string, needles: readonly string[]): string {
  const { windows, highlighted } = windowsAround(matchesIn(text, needles), text.length);
  const last = windows.at(-1) ?? { start: 0, end: 0 };
  if (windows.length === 0) windows.push(last);
  // Remaining room extends the end, then the beginning.
  last.end = Math.min(text.length, last.end + roomIn(windows));
  const first = windows[0] ?? last;
  const widened = Math.max(0, first.start - roomIn(windows));
  const gap = widened < first.start ? '...' : GAP;
  first.start = widened;
  const parts = windows.map((window, index) => {
    const whole = { start: wholeCharacter(text, window.start), end: wholeCharacter(text, window.end) };
    return (window.start === 0 ? '' : index === 0 ? gap : GAP) + marked(text, whole, highlighted);
  });
  return parts.join('') + (last.end < text.length ? '...' : '');
}

function roomIn(windows: readonly Range[]): number {
  const room = LENGTH - lengthOf(windows);
  return room > SLACK ? room : 0;
}

const lengthOf = (windows: readonly Range[]): number =>
  windows.reduce((sum, { start, end }) => sum + end - start + (start === 0 ? 0 : GAP.length), 0);

/** The contexts of the first matches, and these matches: later ones are not marked, even where they are shown. */
function windowsAround(matches: readonly Range[], length: number): { windows: Range[]; highlighted: Range[] } {
  const windows: Range[] = [];
  const highlighted: Range[] = [];
  for (const match of matches) {
    highlighted.push(match);
    const last = windows.at(-1);
    const end = Math.min(length, match.end + CONTEXT);
    if (last && match.start <= last.end) last.end = end;
    else windows.push({ start: Math.max(match.start - CONTEXT, last?.end ?? 0), end });
    if (lengthOf(windows) >= LENGTH - SLACK) break;
  }
  return { windows, highlighted };
}

/** Matches in order; adjacent and overlapping ones are merged. As in the reference, the last needle counts where several begin together. */
function matchesIn(text: string, needles: readonly string[]): Range[] {
  const haystack = foldText(text);
  const byStart = new Map(
    needles.flatMap((needle) => [...occurrences(haystack, needle)].map((match) => [match.start, match] as const)),
  );
  const found = [...byStart.values()].sort((a, b) => a.start - b.start);
  const apart: Range[] = [];
  for (const range of found) {
    const last = apart.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else apart.push({ ...range });
  }
  return apart;
}

function* occurrences({ text, originOf }: FoldedText, needle: string): Generator<Range> {
  if (needle === '') return;
  let remaining = MAX_MATCHES;
  for (let at = text.indexOf(needle); at !== -1 && remaining > 0; at = text.indexOf(needle, at + needle.length)) {
    remaining -= 1;
    yield { start: originOf(at), end: originOf(at + needle.length) };
  }
}

function marked(text: string, within: Range, matches: readonly Range[]): string {
  let html = '';
  let at = within.start;
  for (const match of matches) {
    const [start, end] = [Math.max(match.start, at), Math.min(match.end, within.end)];
    if (start >= end) continue;
    html += `${escapeHtml(text.slice(at, start))}<strong>${escapeHtml(text.slice(start, end))}</strong>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at, within.end));
}

/** Moves an index out of the middle of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && at > 0 ? at - 1 : at;
