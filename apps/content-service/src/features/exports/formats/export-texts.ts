import { hash, randomUUID } from 'node:crypto';
import { countLookup } from '@almanac/observability';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Injectable } from '@nestjs/common';
import { textCache } from '../../../text/text-cache';
import { type LoadInlineImage, withInlineImages } from './contained-html';
import * as tasks from './export-tasks';

const TASKS = taskFile<typeof tasks>(require.resolve('./export-tasks'));

/** The converter to Markdown takes ten times as long as the rest. */
const MAX_INLINE = { markdown: 4_000, others: 16_000 };

const MAX_MARKDOWN_BYTES = 16 * 1024 * 1024;

/** The texts of exports; long ones are converted off the event loop. */
@Injectable()
export class ExportTexts {
  /** By the digest of the HTML, on which alone the Markdown depends. */
  private readonly markdown = textCache('exported Markdown', MAX_MARKDOWN_BYTES);

  constructor(private readonly workers: WorkerPool) {}

  /** @param options.keep false for long books, so that they do not evict other texts */
  async toMarkdown(html: string, { keep }: { keep: boolean }): Promise<string> {
    const key = hash('sha256', html, 'base64');
    const cached = this.markdown.get(key);
    countLookup('exported Markdown', cached !== undefined);
    if (cached !== undefined) return cached;
    const text =
      html.length <= MAX_INLINE.markdown ? tasks.toMarkdown(html) : await this.workers.run(TASKS, 'toMarkdown', html);
    if (keep) this.markdown.set(key, text);
    return text;
  }

  async forPrint(html: string): Promise<string> {
    return html.length <= MAX_INLINE.others ? tasks.print(html) : this.workers.run(TASKS, 'print', html);
  }

  /** HTML that looks the same without this installation: absolute links, embedded images. */
  async contained(html: string, baseUrl: string, inlineImage: LoadInlineImage): Promise<string> {
    const input = { html, baseUrl, key: randomUUID() };
    const marked = html.length <= MAX_INLINE.others ? tasks.mark(input) : await this.workers.run(TASKS, 'mark', input);
    return withInlineImages(html, marked, input.key, inlineImage);
  }
}
