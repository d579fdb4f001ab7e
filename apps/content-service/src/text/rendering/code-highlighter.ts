import { createHash } from 'node:crypto';
import { Problem } from '@almanac/errors';
import { countLookup } from '@almanac/observability';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Injectable } from '@nestjs/common';
import { textCache } from '../text-cache';
import type * as tasks from './highlight-code';

const TASKS = taskFile<typeof tasks>(require.resolve('./highlight-code'));
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_LENGTH = 500_000;
/** Patterns of languages can take far more than linear time, so that even short code runs in a worker. */
const DEADLINE_MS = 1_000;
const NAMES_LANGUAGE = /<(?:pre|code)\b[^<>]*\blang(?:uage)?-/;

/** Marks the code of pages for people. Answers of the API and exports have it as it is stored. */
@Injectable()
export class CodeHighlighter {
  private readonly highlighted = textCache('highlighted pages', MAX_BYTES);

  constructor(private readonly workers: WorkerPool) {}

  /** @param html the HTML of a page for its readers; returned as given when its code takes too long, or when all workers are busy */
  async highlight(html: string): Promise<string> {
    if (!NAMES_LANGUAGE.test(html) || html.length > MAX_LENGTH) return html;
    const key = createHash('sha256').update(html).digest('base64');
    const cached = this.highlighted.get(key);
    countLookup('highlighted pages', cached !== undefined);
    if (cached !== undefined) return cached;
    const tooExpensive = new Problem(422, 'The code takes too long to highlight.');
    try {
      const marked = await this.workers.run(TASKS, 'highlightCode', html, { deadlineMs: DEADLINE_MS, tooExpensive });
      this.highlighted.set(key, marked);
      return marked;
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure;
      if (failure === tooExpensive) this.highlighted.set(key, html);
      return html;
    }
  }
}
