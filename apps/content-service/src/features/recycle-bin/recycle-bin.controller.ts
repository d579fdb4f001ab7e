import { Routes } from '@almanac/openapi';
import { listSchema } from '../../content/kinds/presentation';
import { DELETION_SCHEMA, DESTROYED_SCHEMA, RESTORED_SCHEMA } from './deletion.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, Put } from '@nestjs/common';
import { deletionListing } from './recycle-bin.repository';
import { RecycleBinService } from './recycle-bin.service';

@Routes({
  'GET /': { summary: 'List deleted items', answer: listSchema(DELETION_SCHEMA) },
  'PUT /:deletionId': {
    summary: 'Restore a deleted item, and the items that were deleted with it',
    answer: RESTORED_SCHEMA,
  },
  'DELETE /:deletionId': {
    summary: 'Remove a deleted item, and the items that were deleted with it, for good',
    answer: DESTROYED_SCHEMA,
  },
})
@Requires('settings-manage', 'restrictions-manage-all')
@Controller('api/recycle-bin')
export class RecycleBinController {
  constructor(private readonly bin: RecycleBinService) {}

  @Get()
  list(@Listing(deletionListing) query: ListQuery) {
    return this.bin.list(query);
  }

  @Put(':deletionId')
  restore(@Id('Deletion', 'deletionId') deletionId: number, @CurrentActor() actor: Actor) {
    return this.bin.restore(deletionId, actor);
  }

  @Delete(':deletionId')
  destroy(@Id('Deletion', 'deletionId') deletionId: number, @CurrentActor() actor: Actor) {
    return this.bin.destroy(deletionId, actor);
  }
}
