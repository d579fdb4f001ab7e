import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import type { FileStore } from '@almanac/storage';
import { validated } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { ActivityLog } from '../../../domain/activity/activity-log';
import { FILE_STORE } from '../../../domain/files/file-store.provider';
import { RunImportDto } from '../imports.dto';
import { ImportsRepository } from '../imports.repository';
import { ImportsService } from '../imports.service';
import { type OpenedArchive, PortableArchives } from '../portable-archives';
import { asRunProblem, runProblem } from './import-failure';
import { ImportTarget, type WantedParent } from './import-target';
import { ImportWriter } from './import-writer';
import { ImportedItems } from './imported-items';
import { ImportStaging, type Staged } from './staged-import';

const TAKEN = 'The import is being run already, or was run or deleted in the meantime.';

/** Runs imports (content-behaviour §16.5): all of it or nothing. */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly importsService: ImportsService,
    private readonly archives: PortableArchives,
    private readonly target: ImportTarget,
    private readonly staging: ImportStaging,
    private readonly writer: ImportWriter,
    private readonly items: ImportedItems,
    private readonly activity: ActivityLog,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /** @returns the new item */
  async run(id: number, input: RawInput, actor: Actor): Promise<object> {
    const { type, path, size } = (await this.imports.find(id, actor)) ?? notFound('Import');
    const parent = type === 'book' ? undefined : validated(RunImportDto, input);
    return this.archives
      .open(
        (range) => this.files.read(path, range),
        size,
        (opened) => this.importFrom(opened, { id, parent, actor }),
      )
      .catch(asRunProblem);
  }

  private async importFrom(opened: OpenedArchive, order: { id: number; parent: WantedParent | undefined; actor: Actor }): Promise<object> {
    // Before the work with files; the transaction asks again.
    await this.target.check(opened.item, order.parent, order.actor);
    return this.staging.during(opened, order.actor, (staged) => this.database.transaction(() => this.commit(opened, staged, order)));
  }

  private async commit(
    { item }: OpenedArchive,
    staged: Staged,
    { id, parent: wanted, actor }: { id: number; parent: WantedParent | undefined; actor: Actor },
  ): Promise<object> {
    const taken = await this.imports.take(id, actor);
    if (!taken) throw runProblem(409, [TAKEN]);
    const parent = await this.target.check(item, wanted, actor);
    const itemId = await this.writer.write(item, parent, staged, actor);
    await this.importsService.end(taken, actor);
    await this.activity.event('import_run', `(${taken.id}) ${taken.name}`, actor);
    return this.items.present(item.kind, itemId);
  }
}
