import { readFile } from 'node:fs/promises';
import { type Actor, CurrentActor, isAnonymous } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { replyToRun, Runs } from '@almanac/jobs';
import { UploadedFile } from '@almanac/validation';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { Routes } from '../../calendar/description/routes';
import { refuseMissing } from '../../calendar/parameters/parameter-faults';
import { refuse } from '../../records/access/rights';
import { IMPORT_LIMIT_BYTES } from './import-limit';
import { ImportDto } from './import.dto';
import { IMPORT_SCHEMA } from './import.schema';
import { IMPORT_RUN, ImportJobs } from './import-jobs';
import { presentImportRun } from './import-run.presenter';

@Routes({
  'POST /': {
    summary: 'Take over the events of a calendar file',
    takes: ImportDto,
    bodyTypes: ['text/calendar', 'multipart/form-data'],
    answer: IMPORT_SCHEMA,
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
      present: (seen) => presentImportRun(seen, null),
    });
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
