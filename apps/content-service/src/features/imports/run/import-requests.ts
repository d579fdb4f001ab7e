import type { Actor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { RunImportDto } from '../imports.dto';
import { ImportsRepository } from '../imports.repository';
import { asRunProblem } from './import-failure';
import { ImportRunner } from './import-runner';

/** Takes the wish to run an import. */
@Injectable()
export class ImportRequests {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly runner: ImportRunner,
  ) {}

  /** @returns the new item */
  async run(importId: number, input: RawInput, actor: Actor): Promise<object> {
    const { type } = (await this.imports.find(importId, actor)) ?? notFound('Import');
    const parent = type === 'book' ? undefined : validated(RunImportDto, input);
    return this.runner.run({ importId, parent, actor }, () => undefined).catch(asRunProblem);
  }
}
