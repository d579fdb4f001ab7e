import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { resolveStatus } from '../../calendar/publication/status';
import { ENTITIES, type RecordHead, type RecordNoun } from '../record/record';
import { RecordSlugs } from './record-writing';
import { RecordsRepository } from '../queries/records.repository';
import { mayPublish } from '../access/rights';

/**
 * Moves records of every kind to the trash and back (calendar-behaviour §9). Call it inside the transaction that locked the record, for
 * callers who may delete it.
 */
@Injectable()
export class RecordTrash {
  constructor(
    private readonly records: RecordsRepository,
    private readonly slugs: RecordSlugs,
  ) {}

  /**
   * Moves the record to the trash or, with `force`, deletes it for good, also from the trash.
   * @throws Problem 410 without `force` when the record is in the trash already
   */
  async delete(kind: RecordNoun, record: RecordHead, force: boolean): Promise<void> {
    if (force) await this.records.remove(ENTITIES[kind], record.id);
    else if (record.status === 'trash') inTrash(kind);
    else await this.records.trash(ENTITIES[kind], record.id, record.status);
  }

  /**
   * Restores the record. Its slug may belong to another record by now, and its publication date may have come.
   * @throws Problem 400 when the record is not in the trash
   */
  async restore(kind: RecordNoun, record: RecordHead, actor: Actor): Promise<void> {
    if (record.status !== 'trash')
      throw new Problem(400, `The ${kind} is not in the trash`, { type: 'conflict', code: `${kind}-is-not-in-trash` });
    const { publishedAt, slug } = record;
    const current = record.statusBeforeTrash ?? 'draft';
    const status = resolveStatus({ current, publishedAt, mayPublish: mayPublish(actor, kind), now: new Date() });
    await this.records.restore(
      ENTITIES[kind],
      record.id,
      status,
      slug === '' ? '' : await this.slugs.free(kind, slug, record.id),
    );
  }
}

/** @throws Problem 410 */
export function inTrash(kind: RecordNoun): never {
  throw new Problem(410, `The ${kind} is already trashed`, { type: 'already-in-trash', code: `${kind}-is-in-trash` });
}
