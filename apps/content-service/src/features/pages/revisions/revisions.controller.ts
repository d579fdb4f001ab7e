import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { RevisionRestorer } from './revision-restorer';
import { DiffDto } from './revisions.dto';
import { revisionListing } from './revisions.listing';
import { RevisionsService } from './revisions.service';

const RevisionId = () => Id('Revision', 'revisionId');

/** All actions need permission to see revisions: a restored page shows the content of one. */
@Requires('revision-view-all')
@Controller('api/pages/:id/revisions')
export class RevisionsController {
  constructor(
    private readonly revisions: RevisionsService,
    private readonly restorer: RevisionRestorer,
  ) {}

  @Get()
  list(@Id('Page') id: number, @Listing(revisionListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.revisions.list(id, query, actor);
  }

  @Get(':revisionId')
  read(@Id('Page') id: number, @RevisionId() revisionId: number, @CurrentActor() actor: Actor) {
    return this.revisions.read(id, revisionId, actor);
  }

  @Get(':revisionId/diff')
  diff(
    @Id('Page') id: number,
    @RevisionId() revisionId: number,
    @Input() { against }: DiffDto,
    @CurrentActor() actor: Actor,
  ) {
    return this.revisions.diff(id, revisionId, against, actor);
  }

  @Post(':revisionId/restore')
  @WithVersion()
  @HttpCode(200)
  restore(@Id('Page') id: number, @RevisionId() revisionId: number, @CurrentActor() actor: Actor) {
    return this.restorer.restore(id, revisionId, actor);
  }

  @Delete(':revisionId')
  @HttpCode(204)
  remove(@Id('Page') id: number, @RevisionId() revisionId: number, @CurrentActor() actor: Actor) {
    return this.revisions.remove(id, revisionId, actor);
  }
}
