import { diffArrays } from 'diff';
import { parseHtml } from '../tree/html-tree';
import { serializeNodes } from '../tree/serialize-html';

/**
 * Finding the fewest of `n` differences takes about `n²` steps. Texts with more than 3,000 differences count as unrelated.
 * The limit holds for a whole comparison, however many parts of a page changed.
 */
const MAX_STEPS = 3000 ** 2;
/** The largest number of tokens by which a removed run may be shifted to become whole elements. */
const FARTHEST_SHIFT = 8;

const TOKEN = /<!--.*?-->|<[^>]*>|&[^;\s]+;|\s+|[\p{L}\p{N}\p{M}_]+|./gsu;
const isTag = (token: string) => token.startsWith('<') && token.length > 1;
/** Text, and tags that are visible without content. */
const isVisible = (token: string) => !isTag(token) || /^<img[\s>]/i.test(token);
const isBlank = (token: string) => /^\s+$/.test(token);
const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|!)/i;

interface Change {
  kind: 'same' | 'added' | 'removed';
  parts: string[];
}

/**
 * `after` with additions in `<ins>`, and with the parts removed from `before` in `<del>`. Compares whole top-level elements first,
 * then words within those that changed. Not safe to show: filter it.
 */
export function diffHtml(before: string, after: string): string {
  const comparison = new Comparison();
  let html = '';
  let removed: string[] = [];
  // A removal comes directly before the addition that replaces it.
  for (const { kind, parts } of comparison.changesOf(topLevel(before), topLevel(after))) {
    if (kind === 'removed') {
      removed = parts;
      continue;
    }
    if (kind === 'added') html += diffTokens(removed.join(''), parts.join(''), comparison);
    else html += diffTokens(removed.join(''), '', comparison) + parts.join('');
    removed = [];
  }
  return html + diffTokens(removed.join(''), '', comparison);
}

const topLevel = (html: string): string[] => parseHtml(html).children.map((node) => serializeNodes([node]));

class Comparison {
  private steps = MAX_STEPS;

  changesOf(before: string[], after: string[]): Change[] {
    const changes = diffArrays(before, after, { maxEditLength: Math.floor(Math.sqrt(this.steps)) });
    if (!changes) {
      this.steps = 0;
      return [
        { kind: 'removed', parts: before },
        { kind: 'added', parts: after },
      ];
    }
    const edits = changes.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
    this.steps = Math.max(0, this.steps - edits ** 2);
    return changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      parts: value,
    }));
  }
}

function diffTokens(before: string, after: string, comparison: Comparison): string {
  const changes = comparison.changesOf(before.match(TOKEN) ?? [], after.match(TOKEN) ?? []);
  changes.forEach((change, index) => {
    const [previous, next] = [changes[index - 1], changes[index + 1]];
    if (change.kind === 'removed' && previous?.kind === 'same' && next?.kind === 'same')
      shiftToElements(previous, change, next);
  });
  return changes.map(printChange).join('');
}

function printChange({ kind, parts }: Change): string {
  if (kind === 'same') return parts.join('');
  if (kind === 'added') return marked(parts, 'ins');
  // An incomplete element cannot be shown. Ids are dropped, because the rest of the page may contain them too.
  return marked(isWhole(parts) ? parts.map(withoutId) : parts.filter(isVisible), 'del');
}

const withoutId = (token: string) => (isTag(token) ? token.replace(/\sid="[^"]*"/, '') : token);

/** Tags stay outside of the marks, because marks must not contain blocks. */
function marked(tokens: string[], mark: 'ins' | 'del'): string {
  let html = '';
  let run: string[] = [];
  const close = () => {
    html += run.every(isBlank) ? run.join('') : `<${mark}>${run.join('')}</${mark}>`;
    run = [];
  };
  for (const token of tokens) {
    if (isVisible(token)) run.push(token);
    else {
      close();
      html += token;
    }
  }
  close();
  return html;
}

/** Whether every element that is opened is closed too, in the right order. */
function isWhole(tokens: string[]): boolean {
  const open: string[] = [];
  for (const token of tokens) {
    if (!isTag(token) || VOID.test(token)) continue;
    const name = /^<\/?([^\s>/]+)/.exec(token)?.[1] ?? '';
    if (!token.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

/** Removing b from `<li>a</li><li>b</li>` may be found as a removal of `b</li><li>`. Shifts such a run to `<li>b</li>`. */
function shiftToElements(previous: Change, removed: Change, next: Change): void {
  for (let shift = 1; shift <= FARTHEST_SHIFT; shift += 1) {
    const moved = previous.parts.slice(-shift);
    if (moved.length < shift || moved.join('') !== removed.parts.slice(-shift).join('')) continue;
    const shifted = [...moved, ...removed.parts.slice(0, -shift)];
    if (isWhole(removed.parts) || !isWhole(shifted)) continue;
    previous.parts = previous.parts.slice(0, -shift);
    removed.parts = shifted;
    next.parts = [...moved, ...next.parts];
    return;
  }
}
