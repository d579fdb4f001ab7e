import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, Put } from '@nestjs/common';
import { deletionListing } from './recycle-bin.listing';
import { RecycleBinService } from './recycle-bin.service';

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
