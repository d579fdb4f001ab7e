import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Id } from '@almanac/http';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ListView } from '../../../web/settings-area/list-view';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { ItemAddresses } from '../../../content/slugs/item-addresses';
import { having, listQuery } from '../../../web/list-batches';
import { RecycleBinService } from '../recycle-bin.service';

const BIN = '/settings/recycle-bin';
const BACK: Next = { url: BIN };

@SettingsPage('settings/recycle-bin')
export class RecycleBinSiteController {
  constructor(
    private readonly bin: RecycleBinService,
    private readonly addresses: ItemAddresses,
  ) {}

  @Get()
  @Render('features/recycle-bin/site/recycle-bin')
  async list(@Query() parameters: Record<string, unknown>) {
    const list = new ListView(BIN, parameters, { sorts: ['-created_at', 'deletable_type'] });
    const { rows, total } = await this.bin.listWithUsers(list.query());
    return { title: 'Recycle bin', list, rows, total, pager: list.pager(total) };
  }

  @Get('empty')
  @Render('features/recycle-bin/site/empty')
  async askToEmpty() {
    const { total } = await this.bin.list(listQuery({ sort: 'id', count: 1 }));
    return { title: 'Empty the recycle bin', total };
  }

  @PostForm('empty')
  async empty(@CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    await this.bin.empty(actor);
    notify(request, 'The recycle bin is being emptied. Load this page again to see the rest.');
    return BACK;
  }

  @Get(':deletionId/restore')
  @Render('features/recycle-bin/site/confirm')
  async askToRestore(@Id('Deletion', 'deletionId') deletionId: number) {
    return { title: 'Restore from the recycle bin', deletion: await this.read(deletionId), isRestored: true };
  }

  @PostForm(':deletionId/restore')
  async restore(
    @Id('Deletion', 'deletionId') deletionId: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { deletable_type: type, deletable_id: itemId } = await this.read(deletionId);
    const { restore_count: count } = await this.bin.restore(deletionId, actor);
    const waits = 'What it belongs to is in the recycle bin, too. The item returns when that is restored.';
    const item = (await this.addresses.ofItems(type, [itemId], actor)).get(itemId);
    const link = item && { path: item.path, label: 'Open it' };
    notify(request, count === 0 ? waits : `Restored: ${counted(count)}.`, link);
    return BACK;
  }

  @Get(':deletionId/destroy')
  @Render('features/recycle-bin/site/confirm')
  async askToDestroy(@Id('Deletion', 'deletionId') deletionId: number) {
    return { title: 'Delete for good', deletion: await this.read(deletionId), isRestored: false };
  }

  @PostForm(':deletionId/destroy')
  async destroy(
    @Id('Deletion', 'deletionId') deletionId: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { delete_count: count } = await this.bin.destroy(deletionId, actor);
    notify(request, `Deleted for good: ${counted(count)}.`);
    return BACK;
  }

  private async read(deletionId: number) {
    const { rows } = await this.bin.listWithUsers(
      listQuery({ sort: 'id', count: 1, filters: [having('id', deletionId)] }),
    );
    return rows[0] ?? notFound('Deletion');
  }
}

const counted = (count: number): string => (count === 1 ? '1 item' : `${count} items`);
