import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { describe } from '../../../domain/descriptions/descriptions';
import { preparePageContent } from '../../../domain/html/prepare-page-content';
import { Book } from '../../books/book.entity';
import { Chapter } from '../../chapters/chapter.entity';
import { editorAfterSave } from '../../pages/page-editor';
import { PageRevision } from '../../pages/page-revision.entity';
import { Page, PageContent } from '../../pages/page.entity';
import type { PortableBook, PortableChapter, PortablePage } from '../format/portable-content';
import type { Addresses } from './addresses';
import type { EmbeddedFiles } from './embedded-files';

/** Texts of what was imported. They come last, when everything that they can refer to has its address. */
@Injectable()
export class ImportedTexts {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Call inside a transaction. */
  async ofDescribed({ kind, description }: PortableBook | PortableChapter, id: number, addresses: Addresses): Promise<void> {
    if (description === undefined) return;
    const fields = describe({ description_html: addresses.fillIn(description) });
    if (fields) await this.database.of<Book | Chapter>(kind === 'book' ? Book : Chapter).update(id, fields);
  }

  /** Not another revision: the first one gets the text too (content-behaviour §16.5). Call inside a transaction. */
  async ofPage(
    { html, markdown }: PortablePage,
    id: number,
    embedded: EmbeddedFiles | undefined,
    addresses: Addresses,
    actor: Actor,
  ): Promise<void> {
    const given = markdown === '' ? { html: addresses.fillIn(html) } : { markdown: addresses.fillIn(markdown) };
    const content = await preparePageContent(given, embedded?.addresses(this.settings.baseUrl));
    if (!content) return;
    await this.database.of(Page).update(id, { editor: editorAfterSave('wysiwyg', given, actor) });
    await this.database.of(PageContent).update(id, content);
    await this.database.of(PageRevision).update({ pageId: id }, content);
  }
}
