import type { Actor } from '@almanac/auth';
import { AnswerCache } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ExportedItem } from './formats/exported-item';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { sendExport, writeExport, type GeneratedExport } from './export-file';
import { EXPORT_FORMATS } from './export-formats';

/** The item of an export. */
export interface ExportTarget {
  type: ExportedItem['type'];
  id: number;
}

export interface Refusals {
  /** The caller sees no such item. */
  item: () => never;
  /** There is no such format. */
  format: () => never;
}

/** Sends exports. Those in memory are cached until the next commit. */
@Injectable()
export class ExportedFiles {
  constructor(
    private readonly items: ExportsRepository,
    private readonly exports: ExportsService,
    private readonly answers: AnswerCache,
  ) {}

  async send(
    target: ExportTarget,
    format: string,
    actor: Actor,
    response: Response,
    refusals: Refusals,
  ): Promise<void> {
    await sendExport(response, (disconnect) => {
      const build = async (): Promise<GeneratedExport> => {
        const item = (await this.items[target.type](target.id, actor)) ?? refusals.item();
        const file = this.exports.file(item, format, actor) ?? refusals.format();
        return writeExport(file, response.req, disconnect);
      };
      return EXPORT_FORMATS.get(format)?.isCached
        ? this.answers.file(`export ${target.type} ${target.id} ${format}`, actor, build)
        : build();
    });
  }
}
