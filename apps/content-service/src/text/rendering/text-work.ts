import { randomUUID } from 'node:crypto';
import { Problem } from '@almanac/errors';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Injectable } from '@nestjs/common';
import type { ImageStore } from '../page/base64-images';
import { mayHaveIncludeTags } from '../includes/include-tags';
import { textCache } from '../text-cache';
import { type TextInput, type PageBody, type ParsedPage, withStoredImages } from '../page/prepare-page-content';
import type { PageToRender, RenderedPage } from './render-page';
import * as tasks from './text-tasks';

const TASKS = taskFile<typeof tasks>(require.resolve('./text-tasks'));

/** Texts up to this length take about 10 ms at most. For a normal page, the round trip to a worker costs more than the work. */
const MAX_INLINE = 16_000;
/** The search for differences is quadratic up to its limit. */
const MAX_INLINE_DIFF = 2_000;
/** Line breaks of a comment become elements, which cost more than characters. */
const MAX_INLINE_COMMENTS = 6_000;
/** A page's comments go to the workers in parts of at most this length, so that other tasks can run between them. */
const MAX_COMMENTS_AT_ONCE = 200_000;
const MAX_BYTES_OF_COMMENTS = 8 * 1024 * 1024;
const SAVE_DEADLINE_MS = 8_000;

/** Whether a text is processed in place, without a worker. */
export const isShort = (html: string): boolean => html.length <= MAX_INLINE;

const lengthOf = ({ html, markdown }: TextInput): number => (html?.length ?? 0) + (markdown?.length ?? 0);

/** Processes long texts in workers, off the event loop, and short texts in place. Throws 503 when the workers are overloaded. */
@Injectable()
export class TextWork {
  private readonly filteredComments = textCache('comments', MAX_BYTES_OF_COMMENTS);

  constructor(private readonly workers: WorkerPool) {}

  /**
   * `parsePageContent`. Call it before the transaction of the save, so that no lock is held meanwhile.
   * @param allowed access check, called before a text goes to a worker; throws when the caller may not save
   * @throws Problem 422 when it takes too long
   */
  async parse(text: TextInput, allowed?: () => Promise<unknown>): Promise<ParsedPage | undefined> {
    const input = { text: { html: text.html, markdown: text.markdown }, key: randomUUID() };
    if (lengthOf(text) <= MAX_INLINE) return tasks.parse(input);
    await allowed?.();
    const tooExpensive = new Problem(422, 'This text takes too long to process. Split it, or make it simpler.', {
      type: 'too-expensive',
    });
    return this.workers.run(TASKS, 'parse', input, { deadlineMs: SAVE_DEADLINE_MS, tooExpensive });
  }

  /** The body of an imported text: beyond the limits of a save it is flattened, not refused. */
  async prepare(text: TextInput, store: ImageStore | undefined): Promise<PageBody | undefined> {
    const parsed = await this.parse(text);
    return parsed && withStoredImages(parsed, store);
  }

  async render(page: PageToRender): Promise<RenderedPage> {
    let length = page.html.length;
    for (const html of page.pages.values()) length += html.length;
    return length <= MAX_INLINE ? tasks.render(page) : this.workers.run(TASKS, 'render', page);
  }

  /** The ids of pages that any of these texts include. */
  async includedIds(texts: readonly string[]): Promise<number[]> {
    const idsOf = async (html: string) =>
      isShort(html) ? tasks.included(html) : this.workers.run(TASKS, 'included', html);
    const ids = await Promise.all(texts.filter(mayHaveIncludeTags).map(idsOf));
    return ids.flat();
  }

  async diff(before: string, after: string, letters: string): Promise<string> {
    const input = { before, after, letters };
    return before.length + after.length <= MAX_INLINE_DIFF ? tasks.diff(input) : this.workers.run(TASKS, 'diff', input);
  }

  async plainText(html: string): Promise<string> {
    return isShort(html) ? tasks.plainText(html) : this.workers.run(TASKS, 'plainText', html);
  }

  /** The HTML to store for a comment. */
  async storeComment(html: string): Promise<string> {
    return html.length <= MAX_INLINE_COMMENTS
      ? tasks.storeComment(html)
      : this.workers.run(TASKS, 'storeComment', html);
  }

  /** The comments with their texts filtered for readers. Results are cached, so each text is filtered once. */
  async showComments<T extends { html: string }>(comments: readonly T[]): Promise<T[]> {
    const filtered = new Map(comments.map(({ html }) => [html, this.filteredComments.get(html)]));
    const missing = [...filtered].flatMap(([html, cached]) => (cached === undefined ? [html] : []));
    for (const part of partsOf(missing)) {
      const htmls = await (sizeOf(missing) <= MAX_INLINE_COMMENTS
        ? tasks.showComments(part)
        : this.workers.run(TASKS, 'showComments', part));
      for (const [index, stored] of part.entries()) {
        const html = htmls[index] ?? '';
        filtered.set(stored, html);
        this.filteredComments.set(stored, html);
      }
    }
    return comments.map((comment) => ({ ...comment, html: filtered.get(comment.html) ?? '' }));
  }

  async rewriteLinks(
    text: { html: string; markdown: string },
    from: string,
    to: string,
  ): Promise<{ html: string; markdown: string }> {
    const input = { html: text.html, markdown: text.markdown, from, to };
    return lengthOf(text) <= MAX_INLINE ? tasks.rewriteLinks(input) : this.workers.run(TASKS, 'rewriteLinks', input);
  }
}

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Groups consecutive texts up to the limit; a longer text is a part of its own. */
function partsOf(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let size = Infinity;
  for (const text of texts) {
    size += text.length;
    if (size > MAX_COMMENTS_AT_ONCE) {
      parts.push([]);
      size = text.length;
    }
    parts.at(-1)?.push(text);
  }
  return parts;
}
