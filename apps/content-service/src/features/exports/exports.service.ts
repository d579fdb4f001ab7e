import { buffer } from 'node:stream/consumers';
import { type Actor, can } from '@almanac/auth';
import { neverHolds } from '@almanac/http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import { TextWork } from '../../text/rendering/text-work';
import { ImageFiles } from '../../content/images/image-files';
import type { AddHeader, ExportFile } from './export-file';
import {
  type ExportedItem,
  type ExportSource,
  inReadingOrder,
  type OpenSource,
  pagesOf,
} from './formats/exported-item';
import { originalOf } from '../../content/files/image-paths';
import { ExportTexts } from './formats/export-texts';
import { ExportsRepository } from './exports.repository';
import { htmlOf } from './formats/html-export';
import { markdownOf, plainTextOf } from './formats/text-exports';
import { PdfPrinter } from './pdf/pdf-printer';
import { ZipExports } from './zip/zip-exports';

/** Longer exports do not cache the HTML and Markdown of their pages: these would evict the pages of readers. */
const MAX_KEPT_PAGES = 200;

type Writer = (
  item: ExportedItem,
  open: OpenSource,
  actor: Actor,
  gone: AbortSignal,
  addHeader: AddHeader,
) => AsyncIterable<string | Uint8Array>;

interface Format {
  extension: string;
  write: Writer;
  /** Whether callers may ask for parts of the file. */
  ranges?: boolean;
}

const inOrder =
  (write: (item: ExportedItem, source: ExportSource) => AsyncIterable<string>): Writer =>
  (item, open) =>
    write(item, open(pagesOf(item)));

/** Exports of pages, chapters and books (content-behaviour §15). */
@Injectable()
export class ExportsService {
  private readonly logger = new Logger(ExportsService.name);
  /** By the last segment of the path. */
  private readonly formats: Record<string, Format> = {
    html: { extension: 'html', write: (item, open, actor) => this.html(item, open, actor, 'html') },
    pdf: {
      extension: 'pdf',
      write: (item, open, actor, gone, addHeader) =>
        this.printer.print(this.html(item, open, actor, 'pdf'), `${actor.id}`, gone, (missing) =>
          this.reportMissing(missing, item, addHeader),
        ),
    },
    plaintext: { extension: 'txt', write: inOrder(plainTextOf) },
    markdown: { extension: 'md', write: inOrder(markdownOf) },
    zip: { extension: 'zip', write: (item, open, actor) => this.zips.write(item, open, actor), ranges: true },
  };

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
    const known = Object.hasOwn(this.formats, format) ? this.formats[format] : undefined;
    return (
      known && {
        name: `${item.slug}.${known.extension}`,
        content: (gone, addHeader) => known.write(item, this.opener(actor), actor, gone, addHeader),
        ranges: known.ranges ?? false,
      }
    );
  }

  private html(item: ExportedItem, open: OpenSource, actor: Actor, format: 'html' | 'pdf'): AsyncIterable<string> {
    return htmlOf(item, open(pagesOf(item)), {
      contain: async (html) => {
        const shown = format === 'pdf' ? await this.exportTexts.forPrint(html) : html;
        return this.exportTexts.contained(shown, this.settings.baseUrl, (path) => this.inlineImage(path, actor));
      },
      showRevision: can(actor, 'revision-view-all'),
      format,
    });
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
    neverHolds();
    const image = (await this.images.findFor(actor, path)) ?? (await this.images.findFor(actor, originalOf(path)));
    const bytes = await image?.read();
    return image && bytes && `data:${image.type};base64,${(await buffer(bytes)).toString('base64')}`;
  }

  private opener(actor: Actor): OpenSource {
    return (pages) => {
      const options = { keep: pages.length <= MAX_KEPT_PAGES };
      return {
        bodyOf: inReadingOrder(this.items.bodies(pages)),
        render: (html) => this.renderer.render(html, actor, options),
        toMarkdown: (html) => this.exportTexts.toMarkdown(html, options),
        toPlainText: (html) => this.texts.plainText(html),
      };
    };
  }
}
