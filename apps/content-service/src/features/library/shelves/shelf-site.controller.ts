import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Param, Query, Render } from '@nestjs/common';
import { LibraryPage } from '../../../web/reader.guard';
import { ShelvesService } from '../../shelves/shelves.service';
import { batchQuery, batchNumber, pagerOf } from '../../../web/list-batches';
import { ALL_SHELVES, LIBRARY, NO_MEMBERS } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { actionsOn, newItem } from '../writing/item-actions';
import { WITH_RIGHTS } from '../writing/writing-page';

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
    const pager = pagerOf(batch, list.total, '/shelves');
    return { ...LIBRARY, title: 'Shelves', tab: 'shelves', list, pager, actions: newItem('bookshelf', actor) };
  }

  @Get(':slug')
  @Render('features/library/shelves/shelf')
  async read(@Param('slug') slug: string, @CurrentActor() actor: Actor) {
    const { id, path } = await this.addresses.find({ type: 'bookshelf', slug }, actor);
    const shelf = await (await this.shelves.read(id, WITH_RIGHTS, actor)).show();
    const actions = actionsOn('bookshelf', path, shelf.permissions, actor);
    return { ...LIBRARY, title: shelf.name, summary: shelf.description, crumbs: [ALL_SHELVES], shelf, actions };
  }
}
