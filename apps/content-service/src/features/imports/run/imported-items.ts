import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Book } from '../../../content/items/book.entity';
import { Chapter } from '../../../content/items/chapter.entity';
import { Page } from '../../../content/items/page.entity';
import type { ImportType } from '../uploads/import.entity';
import { presentPageColumns } from '../../../content/items/page-in-list';
import { presentItem } from '../../../content/kinds/presentation';

/** The answer of a run: the new item without related records (content-behaviour §4). */
@Injectable()
export class ImportedItems {
  constructor(
    @InjectRepository(Book) private readonly books: Repository<Book>,
    @InjectRepository(Chapter) private readonly chapters: Repository<Chapter>,
    @InjectRepository(Page) private readonly pages: Repository<Page>,
  ) {}

  async present(type: ImportType, id: number): Promise<object> {
    if (type === 'page') {
      const page = await this.pages.findOneByOrFail({ id });
      return { ...presentItem(page), type, ...presentPageColumns(page) };
    }
    if (type === 'chapter') {
      const chapter = await this.chapters.findOneByOrFail({ id });
      const { bookId, priority, description, defaultTemplateId } = chapter;
      const own = { book_id: bookId, priority, description, default_template_id: defaultTemplateId };
      return { ...presentItem(chapter), type, ...own };
    }
    const book = await this.books.findOneByOrFail({ id });
    const { description, defaultTemplateId, imageId, sortRuleId } = book;
    const own = { description, default_template_id: defaultTemplateId, image_id: imageId, sort_rule_id: sortRuleId };
    return { ...presentItem(book), type, ...own };
  }
}
