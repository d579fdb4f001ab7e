import { type Actor, CurrentActor, SignedIn } from '@almanac/auth';
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { Routes } from '../../calendar/description/routes';
import { PathId } from '../../calendar/addresses/path-id';
import { IMPORT_RUN_SCHEMA } from './import.schema';
import { ImportJobs } from './import-jobs';
import { presentImportRun } from './import-run.presenter';

/** Progress, report and cancellation of imports that outlast their request. */
@SignedIn()
@Routes({
  'GET /:id': { summary: 'Read how far an import is, and its report', answer: IMPORT_RUN_SCHEMA },
  'DELETE /:id': {
    summary: 'Cancel an import; events that it stored stay',
    answer: IMPORT_RUN_SCHEMA,
    refusals: [409],
  },
})
@Controller('import')
export class ImportRunsController {
  constructor(private readonly jobs: ImportJobs) {}

  @Get(':id')
  async read(@PathId() id: number, @CurrentActor() actor: Actor) {
    const { run, report } = await this.jobs.read(id, actor);
    return presentImportRun(run, report);
  }

  @Delete(':id')
  @HttpCode(200)
  async cancel(@PathId() id: number, @CurrentActor() actor: Actor) {
    await this.jobs.cancel(id, actor);
    return this.read(id, actor);
  }
}
