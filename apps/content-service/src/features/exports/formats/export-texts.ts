import { randomUUID } from 'node:crypto';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Injectable } from '@nestjs/common';
import { type InlineImage, withInlineImages } from './contained-html';
import * as tasks from './export-tasks';

const TASKS = taskFile<typeof tasks>(require.resolve('./export-tasks'));

/** The converter to Markdown takes ten times as long as the rest. */
const MAX_INLINE = { markdown: 4_000, others: 16_000 };

/** The texts of exports; long ones are converted off the event loop. */
@Injectable()
export class ExportTexts {
  constructor(private readonly workers: WorkerPool) {}

  async toMarkdown(html: string): Promise<string> {
    return html.length <= MAX_INLINE.markdown ? tasks.toMarkdown(html) : this.workers.run(TASKS, 'toMarkdown', html);
  }

  async forPrint(html: string): Promise<string> {
    return html.length <= MAX_INLINE.others ? tasks.print(html) : this.workers.run(TASKS, 'print', html);
  }

  /** HTML that looks the same without this installation: absolute links, embedded images. */
  async contained(html: string, baseUrl: string, inlineImage: InlineImage): Promise<string> {
    const input = { html, baseUrl, key: randomUUID() };
    const marked = html.length <= MAX_INLINE.others ? tasks.mark(input) : await this.workers.run(TASKS, 'mark', input);
    return withInlineImages(html, marked, input.key, inlineImage);
  }
}
