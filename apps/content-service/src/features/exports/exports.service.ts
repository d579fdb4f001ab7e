import { type Actor, can } from '@almanac/auth';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { PageRenderer } from '../../domain/content-tree/page-renderer';
import { FILE_STORE } from '../../domain/files/file-store.provider';
import { containedHtml } from './contained-html';
import type { ExportFile } from './export-file';
import { type ExportSource, inReadingOrder } from './export-source';
import { type ExportedItem, pagesOf } from './exported-item';
import { ExportsRepository } from './exports.repository';
import { htmlOf } from './html-export';
import { markdownOf } from './markdown-export';
import { forPrint } from './pdf/for-print';
import { PdfPrinter } from './pdf/pdf-printer';
import { plainTextOf } from './plain-text-export';

type Writer = (item: ExportedItem, source: ExportSource, actor: Actor) => AsyncIterable<string | Uint8Array>;

/** Exports of pages, chapters and books (content-behaviour §15). */
@Injectable()
export class ExportsService {
  /** By the last segment of the path. */
  private readonly formats: Record<string, { extension: string; write: Writer }> = {
    html: { extension: 'html', write: (item, source, actor) => this.html(item, source, actor, 'html') },
    pdf: { extension: 'pdf', write: (item, source, actor) => this.pdf(item, source, actor) },
    plaintext: { extension: 'txt', write: plainTextOf },
    markdown: { extension: 'md', write: markdownOf },
  };

  constructor(
    private readonly items: ExportsRepository,
    private readonly renderer: PageRenderer,
    private readonly printer: PdfPrinter,
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** `undefined` for a format that there is not. */
  file(item: ExportedItem, format: string, actor: Actor): ExportFile | undefined {
    const { extension, write } = this.formats[format] ?? {};
    return write && { name: `${item.slug}.${extension}`, content: write(item, this.sourceFor(item, actor), actor) };
  }

  private html(item: ExportedItem, source: ExportSource, actor: Actor, format: 'html' | 'pdf'): AsyncIterable<string> {
    return htmlOf(item, source, {
      contain: (html) => containedHtml(format === 'pdf' ? forPrint(html) : html, this.settings.baseUrl, this.files),
      showRevision: can(actor, 'revision-view-all'),
      format,
    });
  }

  private async *pdf(item: ExportedItem, source: ExportSource, actor: Actor): AsyncGenerator<Uint8Array> {
    yield await this.printer.print(this.html(item, source, actor, 'pdf'));
  }

  private sourceFor(item: ExportedItem, actor: Actor): ExportSource {
    return {
      bodyOf: inReadingOrder(this.items.bodies(pagesOf(item))),
      render: (html) => this.renderer.render(html, actor),
    };
  }
}
