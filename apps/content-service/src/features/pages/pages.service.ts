import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { requireMatch, type Unchecked } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { boundedPage, type Includes } from '../../content/included/include-parameter';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { chapterOf, ContentTree } from '../../content/content-tree/content-tree';
import { TrashService } from '../../content/trash/trash.service';
import { PageAnswers } from './page-answers';
import { templateAfterSave } from './page-editor';
import { PageMover } from './page-mover';
import { PageWriter } from './page-writer';
import type { CreatePageDto, UpdatePageDto } from './pages.dto';
import { PagesRepository } from './pages.repository';

@Injectable()
export class PagesService {
  constructor(
    private readonly database: Database,
    private readonly pages: PagesRepository,
    private readonly tree: ContentTree,
    private readonly mover: PageMover,
    private readonly writer: PageWriter,
    private readonly answers: PageAnswers,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery, include: Includes, actor: Actor) {
    return this.answers.ofList(await this.pages.list(boundedPage(query, include), actor), include, actor);
  }

  async read(id: number, include: Includes, actor: Actor) {
    return this.answers.ofRead(await this.pages.find(id, actor), actor, include);
  }

  async create(input: Unchecked<CreatePageDto>, actor: Actor) {
    const dto = (await this.writer.fromTemplate(input, actor)).validate();
    const save = await this.writer.prepare(dto, () => this.tree.lockParentFor('page', dto, actor));
    return this.database.transaction(async () => {
      const parent = await this.tree.lockParentFor('page', dto, actor);
      const columns = {
        name: dto.name,
        ...(await this.tree.newPlace('page', dto, parent, actor)),
        chapterId: chapterOf(parent),
        editor: await this.writer.editorFor(dto, actor),
        template: templateAfterSave(false, dto, actor),
      };
      const page = await this.writer.create(columns, save, actor);
      await this.activity.item('page_create', 'page', page, actor);
      return this.answers.ofWrite(page, [], actor);
    });
  }

  async update(id: number, dto: UpdatePageDto, actor: Actor) {
    const save = await this.writer.prepare(dto, () => this.pages.findFor('update', id, actor));
    return this.database.transaction(async () => {
      await this.mover.lockParents(id, dto);
      const page = await this.pages.lockFor('update', id, actor);
      await requireMatch(() => this.answers.ofRead(page, actor));

      const address = await this.mover.newAddress(page, dto, actor);
      const editor = await this.writer.editorFor(dto, actor, page.editor);
      const template = templateAfterSave(page.template, dto, actor);
      const changes = { priority: dto.priority ?? page.priority, ...address, editor, template };
      await this.writer.save(page, changes, save, actor);
      if (address.bookId !== undefined) await this.tree.inheritScope('page', page, actor);
      await this.activity.item('page_update', 'page', page, actor);
      return this.answers.ofWrite(page, page.comments, actor);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const page = await this.pages.lockFor('delete', id, actor);
      await requireMatch(() => this.answers.ofRead(page, actor));
      await this.trash.bin('page', page, actor);
    });
  }
}
