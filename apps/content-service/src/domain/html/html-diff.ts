import { diffArrays } from 'diff';
import { parseHtml } from './html-tree';
import { serializeNodes } from './serialize-html';

/**
 * Looking for the fewest of `n` differences takes some `n²` steps. Beyond 3,000 of them two texts have nothing to do with each other; and
 * no comparison takes longer than that, however many parts of a page changed.
 */
const MOST_STEPS = 3000 ** 2;
/** How far a run of removed tokens may be shifted to become whole elements. */
const FARTHEST_SHIFT = 8;

const TOKEN = /<!--.*?-->|<[^>]*>|&[^;\s]+;|\s+|[\p{L}\p{N}\p{M}_]+|./gsu;
const isTag = (token: string) => token.startsWith('<') && token.length > 1;
/** Tags that show something of their own. */
const isShown = (token: string) => !isTag(token) || /^<img[\s>]/i.test(token);
const isBlank = (token: string) => /^\s+$/.test(token);
const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|!)/i;

interface Change {
  kind: 'same' | 'added' | 'removed';
  parts: string[];
}

/**
 * `after` with what was added to `before` in `<ins>` and what was removed from it in `<del>`. First whole top-level elements are compared,
 * then words within those that changed. Not fit to show as it is: filter it.
 */
export function diffHtml(before: string, after: string): string {
  const comparison = new Comparison();
  let html = '';
  let removed: string[] = [];
  // What was removed comes right before what was added in its place.
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
  private steps = MOST_STEPS;

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
    return changes.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', parts: value }));
  }
}

function diffTokens(before: string, after: string, comparison: Comparison): string {
  const changes = comparison.changesOf(before.match(TOKEN) ?? [], after.match(TOKEN) ?? []);
  changes.forEach((change, index) => {
    const [previous, next] = [changes[index - 1], changes[index + 1]];
    if (change.kind === 'removed' && previous?.kind === 'same' && next?.kind === 'same') shiftToElements(previous, change, next);
  });
  return changes.map(shown).join('');
}

function shown({ kind, parts }: Change): string {
  if (kind === 'same') return parts.join('');
  if (kind === 'added') return marked(parts, 'ins');
  // Half an element cannot be shown, and one id must not be there twice.
  return marked(isWhole(parts) ? parts.map(withoutId) : parts.filter(isShown), 'del');
}

const withoutId = (token: string) => (isTag(token) ? token.replace(/\sid="[^"]*"/, '') : token);

/** Tags stay outside of the marks, which may hold no blocks. */
function marked(tokens: string[], mark: 'ins' | 'del'): string {
  let html = '';
  let run: string[] = [];
  const close = () => {
    html += run.every(isBlank) ? run.join('') : `<${mark}>${run.join('')}</${mark}>`;
    run = [];
  };
  for (const token of tokens) {
    if (isShown(token)) run.push(token);
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

/** Of `<li>a</li><li>b</li>` without b, `b</li><li>` may have been found as removed, where `<li>b</li>` is meant. */
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
