import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Id, Input, type RawInput, TakesBody } from '@almanac/http';
import { type Next, PostForm } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type FoundItem, ItemAddresses } from '../../../content/slugs/item-addresses';
import { EMBEDS_IMAGES } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import { notifyOfBin } from './item-forms';
import { PAGE_FORM, PageForms } from './page-forms';
import { requireRight, WITH_RIGHTS, WritingPage } from './writing-page';

/** The forms of a page that is not published yet: its address has no name. */
@WritingPage('books/:book/draft/:id')
export class DraftFormsController {
  constructor(
    private readonly addresses: ItemAddresses,
    private readonly pages: PagesService,
    private readonly pageForms: PageForms,
  ) {}

  @Get('edit')
  @Render(PAGE_FORM)
  async edit(@Id('Page') id: number, @CurrentActor() actor: Actor) {
    return this.pageForms.drawEdit(await this.find(id, actor), actor);
  }

  @PostForm('edit')
  @TakesBody(EMBEDS_IMAGES)
  async save(
    @Id('Page') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    return this.pageForms.save(await this.find(id, actor), form, { actor, request });
  }

  @Get('delete')
  @Render('features/library/writing/delete')
  async ask(@Id('Page') id: number, @CurrentActor() actor: Actor) {
    const { name, path } = await this.find(id, actor);
    requireRight({ permissions: await this.pages.rights(id, actor) }, 'delete');
    const says = 'Nobody else has seen it.';
    return { title: 'Delete the draft', kind: 'draft', name, says, path, width: 'narrow' };
  }

  @PostForm('delete')
  async remove(@Id('Page') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    const { name, path } = await this.find(id, actor);
    await this.pages.remove(id, actor);
    notifyOfBin('page', name, { actor, request });
    return { url: path.replace(/\/draft\/.*/, '') };
  }

  /** @throws Problem 404, also for a page that was published meanwhile */
  private async find(id: number, actor: Actor): Promise<FoundItem> {
    const path = await this.addresses.ofPage(id, actor);
    if (!path?.endsWith(`/draft/${id}`)) return notFound('Page');
    const { name } = await (await this.pages.read(id, WITH_RIGHTS, actor)).show();
    return { id, name, path };
  }
}
