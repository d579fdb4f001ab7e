import { type Actor, can, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, TakesBody, Unchecked } from '@almanac/http';
import { validated } from '@almanac/validation';
import { type Next, PostForm } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SiteSettings } from '../../../content/settings/site-settings';
import { BooksService } from '../../books/books.service';
import { ChaptersService } from '../../chapters/chapters.service';
import { CreatePageDto, EMBEDS_IMAGES, UpdatePageDto } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import type { FoundItem } from '../../../content/slugs/item-addresses';
import { ALL_BOOKS } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ItemForms, notifyOfBin } from './item-forms';
import { isChangedText, tagsIn } from './item-input';
import { formVersion, savedUnlessChanged } from './saved-version';
import { requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

const PAGE_FORM = 'features/library/writing/page-form';

type Page = Awaited<ReturnType<PageFormsController['read']>>;

const fieldsOf = ({ name, raw_html, markdown, tags, template }: Page): object => ({
  name,
  raw_html,
  markdown,
  tags,
  template,
});

/** The parent of a new page. */
interface Place {
  ids: { book_id: number } | { chapter_id: number };
  crumbs: { name: string; path: string }[];
  back: string;
}

/** The forms of a page. Its text is edited in the format that it has: Markdown, or HTML. */
@WritingPage('books/:book')
export class PageFormsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly books: BooksService,
    private readonly chapters: ChaptersService,
    private readonly pages: PagesService,
    private readonly forms: ItemForms,
    private readonly site: SiteSettings,
  ) {}

  @Get('create-page')
  @Render(PAGE_FORM)
  async showNew(@Param('book') slug: string, @Query('format') format: unknown, @CurrentActor() actor: Actor) {
    return this.drawNew(await this.inBook(slug, actor), format, actor);
  }

  @PostForm('create-page')
  @TakesBody(EMBEDS_IMAGES)
  async create(
    @Param('book') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.insert(await this.inBook(slug, actor), form, { actor, request });
  }

  @Get('chapter/:slug/create-page')
  @Render(PAGE_FORM)
  async showNewInChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('format') format: unknown,
    @CurrentActor() actor: Actor,
  ) {
    return this.drawNew(await this.inChapter(book, slug, actor), format, actor);
  }

  @PostForm('chapter/:slug/create-page')
  @TakesBody(EMBEDS_IMAGES)
  async createInChapter(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.insert(await this.inChapter(book, slug, actor), form, { actor, request });
  }

  @Get('page/:slug/edit')
  @Render(PAGE_FORM)
  async edit(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.drawEdit(await this.addresses.find({ type: 'page', slug, book }, actor, '/edit'), actor);
  }

  @PostForm('page/:slug/edit')
  @TakesBody(EMBEDS_IMAGES)
  async save(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const found = await this.addresses.find({ type: 'page', slug, book }, actor, '/edit');
    const { id } = found;
    const saving = { type: 'page', form, template: PAGE_FORM, draw: () => this.drawEdit(found, actor) } as const;
    const opened = { version: form['version'], read: () => this.pages.read(id, WITH_RIGHTS, actor), fieldsOf };
    return this.forms.saved(saving, { actor, request, notice: 'The page is saved.' }, () =>
      savedUnlessChanged(opened, async (page) => {
        const dto = validated(UpdatePageDto, pageInput(form, page));
        return (await this.pages.update(id, dto, actor)).show();
      }),
    );
  }

  @Get('page/:slug/delete')
  @Render('features/library/writing/delete')
  async ask(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'page', slug, book }, actor, '/delete');
    requireRight({ permissions: await this.pages.rights(id, actor) }, 'delete');
    const says = 'Its revisions, attachments and comments go with it.';
    return { title: 'Delete the page', kind: 'page', name, says, path, width: 'narrow' };
  }

  @PostForm('page/:slug/delete')
  async remove(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id, name, path } = await this.addresses.find({ type: 'page', slug, book }, actor, '/delete');
    await this.pages.remove(id, actor);
    notifyOfBin('page', name, { actor, request });
    return { url: path.replace(/\/page\/.*/, '') };
  }

  private async drawNew({ crumbs, back }: Place, format: unknown, actor: Actor) {
    const { defaultEditor } = await this.site.current();
    const standard = defaultEditor === 'markdown' ? 'markdown' : 'html';
    const chosen = format === 'markdown' || format === 'html' ? format : standard;
    return {
      ...(await this.forms.tagFields([], actor)),
      title: 'New page',
      crumbs,
      back,
      page: undefined,
      format: chosen,
      other: chosen === 'html' ? 'markdown' : 'html',
      maySetTemplate: can(actor, 'templates-manage'),
      button: 'Create the page',
    };
  }

  private insert(place: Place, form: RawInput, told: { actor: Actor; request: Request }): Promise<Next> {
    const { actor } = told;
    const draw = () => this.drawNew(place, 'markdown' in form ? 'markdown' : 'html', actor);
    const saving = { type: 'page', form, template: PAGE_FORM, draw } as const;
    return this.forms.saved(saving, { ...told, notice: 'The page is created.' }, async () => {
      const input = new Unchecked(CreatePageDto, { ...pageInput(form), ...place.ids });
      return (await this.pages.create(input, actor)).show();
    });
  }

  private async drawEdit(found: FoundItem, actor: Actor) {
    const page = requireRight(await this.read(found.id, actor), 'update');
    return {
      ...(await this.forms.tagFields(page.tags, actor)),
      title: 'Edit the page',
      crumbs: await this.forms.crumbs('page', found, actor),
      back: found.path,
      page,
      format: formatOf(page),
      maySetTemplate: can(actor, 'templates-manage'),
      openedVersion: formVersion(fieldsOf(page)),
      button: 'Save the page',
    };
  }

  private async inBook(slug: string, actor: Actor): Promise<Place> {
    const { id, name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/create-page');
    requireRight(await (await this.books.read(id, WITH_RIGHTS, actor)).show(), 'create_page');
    return { ids: { book_id: id }, crumbs: [ALL_BOOKS, { name, path }], back: path };
  }

  private async inChapter(book: string, slug: string, actor: Actor): Promise<Place> {
    const found = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/create-page');
    requireRight(await (await this.chapters.read(found.id, WITH_RIGHTS, actor)).show(), 'create_page');
    const crumbs = await this.forms.crumbs('chapter', found, actor);
    return { ids: { chapter_id: found.id }, crumbs, back: found.path };
  }

  private async read(id: number, actor: Actor) {
    return (await this.pages.read(id, WITH_RIGHTS, actor)).show();
  }
}

const formatOf = ({ editor, markdown }: Page): 'markdown' | 'html' =>
  editor === 'markdown' && markdown !== '' ? 'markdown' : 'html';

/** The fields of the form as members of the API. A text that nobody changed is not sent, so that it stays as it is stored. */
function pageInput(form: RawInput, current?: Page): object {
  const { name, html, markdown, changelog, is_template: template, offers_template: isOffered } = form;
  return {
    name,
    ...(isChangedText(html, current?.raw_html) && { html }),
    ...(isChangedText(markdown, current?.markdown) && { markdown }),
    tags: tagsIn(form['tags']),
    ...(changelog !== undefined && changelog !== '' && { changelog }),
    ...(isOffered === 'yes' && { template: template === 'on' }),
  };
}
