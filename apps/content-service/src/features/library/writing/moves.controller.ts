import { type Actor, CurrentActor } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { type Next, notify, PostForm } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { UpdateChapterDto } from '../../chapters/chapters.dto';
import { ChaptersService } from '../../chapters/chapters.service';
import { UpdatePageDto } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import { parentIn, ParentSearch, searchWords } from '../../search/parent-search';
import type { FoundItem } from '../../../content/slugs/item-addresses';
import { LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemForms } from './item-forms';
import { requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

const MOVE_FORM = 'features/library/writing/place-form';

/** Chapters move into other books, pages into other books and chapters. */
@WritingPage('books/:book')
export class MovesController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly chapters: ChaptersService,
    private readonly pages: PagesService,
    private readonly parents: ParentSearch,
    private readonly forms: ItemForms,
  ) {}

  @Get('chapter/:slug/move')
  @Render(MOVE_FORM)
  async askForChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('search') typed: unknown,
    @CurrentActor() actor: Actor,
  ) {
    const found = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/move');
    requireRight(await (await this.chapters.read(found.id, WITH_RIGHTS, actor)).show(), 'delete');
    return this.draw('chapter', found, typed, actor);
  }

  @PostForm('chapter/:slug/move')
  async moveChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() { parent }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id } = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/move');
    const place = parentIn(parent);
    if (!place || !('book_id' in place)) return invalid({ parent: ['Choose a book.'] });
    await this.chapters.update(id, validated(UpdateChapterDto, place), actor);
    notify(request, 'The chapter is moved, with its pages.');
    return { url: await this.forms.pathOf('chapter', id, actor) };
  }

  @Get('page/:slug/move')
  @Render(MOVE_FORM)
  async askForPage(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('search') typed: unknown,
    @CurrentActor() actor: Actor,
  ) {
    const found = await this.addresses.find({ type: 'page', slug, book }, actor, '/move');
    requireRight({ permissions: await this.pages.rights(found.id, actor) }, 'delete');
    return this.draw('page', found, typed, actor);
  }

  @PostForm('page/:slug/move')
  async movePage(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() { parent }: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id } = await this.addresses.find({ type: 'page', slug, book }, actor, '/move');
    const place = parentIn(parent) ?? invalid({ parent: ['Choose a book or a chapter.'] });
    await this.pages.update(id, validated(UpdatePageDto, place), actor);
    notify(request, 'The page is moved.');
    return { url: await this.forms.pathOf('page', id, actor) };
  }

  private async draw(type: 'chapter' | 'page', found: FoundItem, typed: unknown, actor: Actor) {
    const words = searchWords(typed);
    return {
      ...LIBRARY,
      styles: [...LIBRARY.styles, 'writing.css'],
      title: `Move the ${type}`,
      crumbs: await this.forms.crumbs(type, found, actor),
      kind: type,
      words,
      parents: await this.parents.find(type, words, actor),
      path: found.path,
      legend: 'New place',
      button: `Move the ${type}`,
    };
  }
}
