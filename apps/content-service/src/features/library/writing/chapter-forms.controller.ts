import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { formVersion, type Next, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { BooksService } from '../../books/books.service';
import { CreateChapterDto, UpdateChapterDto } from '../../chapters/chapters.dto';
import { ChaptersService } from '../../chapters/chapters.service';
import type { FoundItem } from '../../../content/slugs/item-addresses';
import { ALL_BOOKS } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { ITEM_FORM, ItemForms, notifyOfBin } from './item-forms';
import { isPlain, itemInput } from './item-input';
import { requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

type Chapter = Awaited<ReturnType<ChapterFormsController['read']>>;

const fieldsOf = ({ name, description_html, tags, default_template_id }: Chapter): object => ({
  name,
  description_html,
  tags,
  default_template_id,
});

@WritingPage('books/:book')
export class ChapterFormsController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly books: BooksService,
    private readonly chapters: ChaptersService,
    private readonly forms: ItemForms,
  ) {}

  @Get('create-chapter')
  @Render(ITEM_FORM)
  async showNew(@Param('book') slug: string, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'book', slug }, actor, '/create-chapter');
    requireRight(await (await this.books.read(id, WITH_RIGHTS, actor)).show(), 'create_chapter');
    return {
      ...(await this.forms.tagFields([], actor)),
      title: 'New chapter',
      crumbs: [ALL_BOOKS, { name, path }],
      item: undefined,
      button: 'Create the chapter',
      templates: await this.forms.templates(actor),
      back: path,
    };
  }

  @PostForm('create-chapter')
  async create(
    @Param('book') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id } = await this.addresses.find({ type: 'book', slug }, actor, '/create-chapter');
    const saving = { type: 'chapter', form, template: ITEM_FORM, draw: () => this.showNew(slug, actor) } as const;
    return this.forms.saved(saving, { actor, request, notice: 'The chapter is created.' }, async () => {
      const dto = validated(CreateChapterDto, { ...itemInput(form), book_id: id });
      return (await this.chapters.create(dto, actor)).show();
    });
  }

  @Get('chapter/:slug/edit')
  @Render(ITEM_FORM)
  async edit(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    return this.drawEdit(await this.addresses.find({ type: 'chapter', slug, book }, actor, '/edit'), actor);
  }

  @PostForm('chapter/:slug/edit')
  async save(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const found = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/edit');
    const { id } = found;
    const saving = { type: 'chapter', form, template: ITEM_FORM, draw: () => this.drawEdit(found, actor) } as const;
    const opened = { version: form['version'], read: () => this.chapters.read(id, WITH_RIGHTS, actor), fieldsOf };
    return this.forms.saved(saving, { actor, request, notice: 'The chapter is saved.' }, () =>
      savedUnlessChanged(opened, async (chapter) => {
        const dto = validated(UpdateChapterDto, itemInput(form, chapter));
        return (await this.chapters.update(id, dto, actor)).show();
      }),
    );
  }

  @Get('chapter/:slug/delete')
  @Render('features/library/writing/delete')
  async ask(@Param('book') book: string, @Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, name, path } = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/delete');
    const { pages } = requireRight(await this.read(id, actor), 'delete');
    const says =
      pages.length === 0
        ? 'It is empty.'
        : `Its ${pages.length === 1 ? 'page goes' : `${pages.length} pages go`} with it.`;
    return { title: 'Delete the chapter', kind: 'chapter', name, says, path, width: 'narrow' };
  }

  @PostForm('chapter/:slug/delete')
  async remove(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { id, name, path } = await this.addresses.find({ type: 'chapter', slug, book }, actor, '/delete');
    await this.chapters.remove(id, actor);
    notifyOfBin('chapter', name, { actor, request });
    return { url: path.replace(/\/chapter\/.*/, '') };
  }

  private async drawEdit(found: FoundItem, actor: Actor) {
    const chapter = requireRight(await this.read(found.id, actor), 'update');
    return {
      ...(await this.forms.tagFields(chapter.tags, actor)),
      title: 'Edit the chapter',
      crumbs: await this.forms.crumbs('chapter', found, actor),
      item: chapter,
      isPlain: isPlain(chapter.description_html),
      openedVersion: formVersion(fieldsOf(chapter)),
      button: 'Save the chapter',
      templates: await this.forms.templates(actor),
      back: found.path,
    };
  }

  private async read(id: number, actor: Actor) {
    return (await this.chapters.read(id, WITH_RIGHTS, actor)).show();
  }
}
