import { buffer } from 'node:stream/consumers';
import { type Actor, can } from '@almanac/auth';
import { preventCaching } from '@almanac/http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import { TextWork } from '../../text/rendering/text-work';
import { ImageFiles } from '../../content/images/image-files';
import type { AddHeader, ExportFile } from './export-file';
import { EXPORT_FORMATS, type ExportOrder, type ExportWriters } from './export-formats';
import { type ExportedItem, readBodiesInOrder, type OpenSource, pagesOf } from './formats/exported-item';
import { originalOf } from '../../content/files/image-paths';
import { ExportTexts } from './formats/export-texts';
import { ExportsRepository } from './exports.repository';
import { htmlOf } from './formats/html-export';
import { PdfPrinter } from './pdf/pdf-printer';
import { ZipExports } from './zip/zip-exports';

/** Longer exports do not cache the HTML and Markdown of their pages: these would evict the pages of readers. */
const MAX_CACHED_PAGES = 200;

/** Exports of pages, chapters and books (content-behaviour §15). */
@Injectable()
export class ExportsService implements ExportWriters {
  private readonly logger = new Logger(ExportsService.name);

  constructor(
    private readonly items: ExportsRepository,
    private readonly renderer: PageRenderer,
    private readonly printer: PdfPrinter,
    private readonly zips: ZipExports,
    private readonly images: ImageFiles,
    private readonly exportTexts: ExportTexts,
    private readonly texts: TextWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** `undefined` for an unknown format. */
  file(item: ExportedItem, format: string, actor: Actor): ExportFile | undefined {
    const exportFormat = EXPORT_FORMATS.get(format);
    return (
      exportFormat && {
        name: `${item.slug}.${exportFormat.extension}`,
        content: (disconnect, addHeader) =>
          exportFormat.write({ item, open: this.opener(actor), actor, disconnect, addHeader }, this),
        ranges: exportFormat.ranges ?? false,
      }
    );
  }

  html({ item, open, actor }: ExportOrder, format: 'html' | 'pdf' = 'html'): AsyncIterable<string> {
    return htmlOf(item, open(pagesOf(item)), {
      contain: async (html) => {
        const prepared = format === 'pdf' ? await this.exportTexts.forPrint(html) : html;
        return this.exportTexts.contained(prepared, this.settings.baseUrl, (path) => this.inlineImage(path, actor));
      },
      showRevision: can(actor, 'revision-view-all'),
      format,
    });
  }

  pdf(order: ExportOrder): AsyncIterable<Uint8Array> {
    const { item, actor, disconnect, addHeader } = order;
    return this.printer.print(this.html(order, 'pdf'), `${actor.id}`, disconnect, (missing) =>
      this.reportMissing(missing, item, addHeader),
    );
  }

  zip({ item, open, actor }: ExportOrder): AsyncIterable<Uint8Array> {
    return this.zips.write(item, open, actor);
  }

  /** The caller sees boxes in place of these characters, and the operator can add a font. */
  private reportMissing(missing: string[], { type, id }: ExportedItem, addHeader: AddHeader): void {
    if (missing.length === 0) return;
    const scripts = missing.join(', ');
    addHeader('X-Missing-Scripts', scripts);
    this.logger.warn(`The PDF of ${type} ${id} has boxes, because no font has: ${scripts} (EXPORT_PDF_FONTS)`);
  }

  /** Respects the storage mode. Stored files change without a commit. Falls back to the original when the scaled image does not exist yet. */
  private async inlineImage(path: string, actor: Actor): Promise<string | undefined> {
    preventCaching();
    const image = (await this.images.findFor(actor, path)) ?? (await this.images.findFor(actor, originalOf(path)));
    const bytes = await image?.read();
    return image && bytes && `data:${image.type};base64,${(await buffer(bytes)).toString('base64')}`;
  }

  private opener(actor: Actor): OpenSource {
    return (pages) => {
      const options = { keep: pages.length <= MAX_CACHED_PAGES };
      return {
        bodyOf: readBodiesInOrder(this.items.bodies(pages)),
        render: (html) => this.renderer.render(html, actor, options),
        toMarkdown: (html) => this.exportTexts.toMarkdown(html, options),
        toPlainText: (html) => this.texts.plainText(html),
      };
    };
  }
}
