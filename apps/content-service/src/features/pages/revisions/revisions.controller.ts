import { Explained, Routes } from '@almanac/openapi';
import { SAVED_PAGE_SCHEMA } from '../page.presenter';
import { listSchema } from '../../../content/kinds/presentation';
import { DIFF_SCHEMA, REVISION_IN_LIST_SCHEMA, REVISION_SCHEMA } from './revision.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, Input, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { RecordId } from '@almanac/validation';
import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { revisionListing } from './revisions.repository';
import { RevisionRestorer, RevisionsService } from './revisions.service';

@Explained<DiffDto>({
  against: 'Id of the revision to compare with',
})
class DiffDto {
  @RecordId()
  against?: number;
}

const RevisionId = () => Id('Revision', 'revisionId');

/** All actions need permission to see revisions: a restored page shows the content of one. */
@Routes({
  'GET /': {
    name: 'listRevisions',
    summary: 'List the revisions of a page',
    description: 'One for each save: its author, its time and its summary.',
    answer: listSchema(REVISION_IN_LIST_SCHEMA),
  },
  'GET /:revisionId': { name: 'readRevision', summary: 'Read a revision with its text', answer: REVISION_SCHEMA },
  'GET /:revisionId/diff': {
    name: 'diffRevision',
    summary: 'Compare a revision with the one before it, or with `against`',
    answer: DIFF_SCHEMA,
  },
  'POST /:revisionId/restore': {
    name: 'restoreRevision',
    summary: 'Restore the text of a revision',
    answer: SAVED_PAGE_SCHEMA,
    isVersioned: 'in-answer',
  },
  'DELETE /:revisionId': {
    name: 'deleteRevision',
    summary: 'Delete a revision',
    description: 'The newest revision cannot be deleted.',
    refusals: [400],
  },
})
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
