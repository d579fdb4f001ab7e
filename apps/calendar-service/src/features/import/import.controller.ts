import { readFile } from 'node:fs/promises';
import { type Actor, CurrentActor, isAnonymous, SignedIn } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Input, type RawInput, RefusesIdempotencyKey } from '@almanac/http';
import { replyToRun, type Run, Runs } from '@almanac/jobs';
import { Routes, TEXT } from '@almanac/openapi';
import { UploadedFile } from '@almanac/validation';
import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { PathId } from '../../calendar/addresses/path-id';
import { refuseMissing } from '../../calendar/parameters/parameter-faults';
import { toWallClock } from '../../calendar/time-zones/conversion';
import { UTC } from '../../calendar/time-zones/time-zone';
import { refuse } from '../../records/access/rights';
import { IMPORT_LIMIT_BYTES, ImportDto } from './import.dto';
import type { ImportReport } from './import-report';
import { CALENDAR_FORM, IMPORT_RUN_SCHEMA, IMPORT_SCHEMA } from './import.schema';
import { IMPORT_RUN, ImportJobs } from './import-jobs';

@Routes({
  'POST /': {
    summary: 'Take over the events of a calendar file',
    takes: ImportDto,
    // The form comes first, since some generated clients know only one body.
    bodies: { 'multipart/form-data': CALENDAR_FORM, 'text/calendar': TEXT },
    answer: IMPORT_SCHEMA,
    others: { 202: { description: 'The import goes on', answer: IMPORT_RUN_SCHEMA } },
    refusals: [413],
  },
})
@Controller('import')
export class ImportController {
  constructor(
    private readonly jobs: ImportJobs,
    private readonly runs: Runs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RefusesIdempotencyKey()
  @Post()
  @HttpCode(200)
  async import(
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const run = await this.jobs.start(await bytesOf(request, input, actor), input, actor);
    return replyToRun(this.runs, IMPORT_RUN, run, request, response, {
      location: `${apiRoot(this.settings)}/import/${run.id}`,
      waitSeconds: this.settings.importWaitSeconds,
      present: (current) => presentImportRun(current, null),
    });
  }
}

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

/** The file: field `file` of a form, or the body itself as `text/calendar`. Anonymous callers are refused before it is read. */
async function bytesOf({ body }: Request, { file }: RawInput, actor: Actor): Promise<Uint8Array> {
  if (isAnonymous(actor)) refuse(actor);
  if (body instanceof Uint8Array) return body;
  if (!(file instanceof UploadedFile)) return refuseMissing('file');
  if (file.size > IMPORT_LIMIT_BYTES)
    throw new Problem(413, `A calendar file may have ${IMPORT_LIMIT_BYTES} bytes at most.`);
  return readFile(file.path);
}

function presentImportRun(
  { id, state, step, done, total, outcome, createdBy, createdAt, endedAt }: Run,
  report: ImportReport | null,
) {
  return {
    id,
    state,
    progress: { step, done, total },
    report,
    error:
      outcome && 'failure' in outcome ? { status: outcome.failure.status, message: outcome.failure.message } : null,
    author: createdBy,
    date_utc: toWallClock(createdAt, UTC),
    end_date_utc: endedAt && toWallClock(endedAt, UTC),
  };
}
