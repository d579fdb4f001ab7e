import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Param, Query, Render } from '@nestjs/common';
import { LibraryPage } from '../../../web/reader.guard';
import { ShelvesService } from '../../shelves/shelves.service';
import { batchQuery, batchNumber, pagerOf } from '../../../web/list-batches';
import { ALL_SHELVES, LIBRARY, NO_MEMBERS } from '../library-site';
import { OldAddresses } from '../old-addresses';

@LibraryPage('shelves')
export class ShelfSiteController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly shelves: ShelvesService,
  ) {}

  @Get()
  @Render('features/library/shelves/shelves')
  async list(@Query('page') requested: unknown, @CurrentActor() actor: Actor) {
    const batch = batchNumber(requested);
    const list = await this.shelves.list(batchQuery(batch), NO_MEMBERS, actor);
    return { ...LIBRARY, title: 'Shelves', tab: 'shelves', list, pager: pagerOf(batch, list.total, '/shelves') };
  }

  @Get(':slug')
  @Render('features/library/shelves/shelf')
  async read(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id } = await this.addresses.find({ type: 'bookshelf', slug }, actor);
    const shelf = await (await this.shelves.read(id, NO_MEMBERS, actor)).show();
    return { ...LIBRARY, title: shelf.name, summary: shelf.description, crumbs: [ALL_SHELVES], shelf };
  }
}
