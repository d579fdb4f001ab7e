import { createReadStream } from 'node:fs';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound, Problem } from '@almanac/errors';
import type { ListQuery } from '@almanac/listing';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { FILE_STORE } from '../../content/files/file-store.provider';
import { type Reservation, StoredFiles } from '../../content/files/stored-files';
import { randomText } from '../../content/slugs/random-text';
import { ContentFaults } from './archive/fields';
import { summaryOf } from './archive/portable-content';
import { Import } from './import.entity';
import { presentImport, presentImportInList, presentImportWithDetails } from './import.presenter';
import type { CreateImportDto } from './imports.dto';
import { ImportsRepository } from './imports.repository';
import { PortableArchives } from './archive/portable-archives';

const RANDOM_NAME_LENGTH = 16;

/** Archives that wait to be imported (content-behaviour §16.4). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly archives: PortableArchives,
    private readonly files: StoredFiles,
    private readonly activity: ActivityLog,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    return (await this.imports.list(query, actor)).map(presentImportInList);
  }

  async read(id: number, actor: Actor) {
    return presentImportWithDetails((await this.imports.find(id, actor)) ?? notFound('Import'));
  }

  /** Stores an archive that has no faults. @throws Problem 422 with all faults */
  async create({ file }: CreateImportDto, actor: Actor) {
    const read = (range: { start: number; end: number }) => Promise.resolve(createReadStream(file.path, range));
    const content = await this.archives
      .open(read, file.size, ({ item }) =>
        Promise.resolve({ name: item.name, type: item.kind, details: summaryOf(item) }),
      )
      .catch(refuseUpload);
    return this.database.transaction(async () => {
      const path = await this.files.add({
        source: file.path,
        prepare: () => Promise.resolve((key) => this.store.put(key, createReadStream(file.path))),
        reserve: () => this.reserve(),
      });
      const row: Import = this.imports.rows.create({ ...content, path, size: file.size, createdBy: actor.id });
      await this.imports.rows.insert(row);
      await this.activity.record('import_create', row, actor);
      return presentImport(row);
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      await this.end((await this.imports.claim(id, actor)) ?? notFound('Import'), actor);
    });
  }

  /** Deletes a row from `ImportsRepository.take`, and its file after the commit. Call inside a transaction. */
  async end(row: Import, actor: Actor): Promise<void> {
    await this.imports.rows.delete(row.id);
    await this.files.removeAfterCommit(row.path);
    await this.activity.record('import_delete', row, actor);
  }

  private async reserve(): Promise<Reservation> {
    const key = `uploads/files/imports/${randomText(RANDOM_NAME_LENGTH)}.zip`;
    return (await this.files.announce(key)) ?? this.reserve();
  }
}

function refuseUpload(failure: unknown): never {
  if (!(failure instanceof ContentFaults)) throw failure;
  throw new Problem(422, `ZIP upload failed with the following validation errors: \n${failure.lines.join('\n')}`, {
    flat: true,
  });
}
