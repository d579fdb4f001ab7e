import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ITEM_TYPES } from '../../../content/kinds/item-kinds';
import { ItemAddresses } from '../../../content/slugs/item-addresses';
import { entriesFor } from '../../../web/settings-area/entries';
import type { ActivitySubject, RecordKind } from './activity-subject';

const TABLES: Readonly<Record<RecordKind, string>> = {
  users: 'users',
  roles: 'roles',
  webhooks: 'webhooks',
  'sort-rules': 'sort_rules',
};

/** Addresses of the subjects that exist and that the reader may open, in one query for each kind. */
@Injectable()
export class SubjectLinks {
  constructor(
    private readonly database: Database,
    private readonly addresses: ItemAddresses,
  ) {}

  /** @returns the address of each subject in the same order, undefined without one */
  async of(subjects: readonly ActivitySubject[], actor: Actor): Promise<(string | undefined)[]> {
    const [items, records] = await Promise.all([this.items(subjects, actor), this.records(subjects, actor)]);
    return subjects.map(({ item, record }) =>
      item ? items.get(`${item.type} ${item.id}`) : record && records.get(`${record.kind} ${record.id}`),
    );
  }

  private async items(subjects: readonly ActivitySubject[], actor: Actor): Promise<Map<string, string>> {
    const found = await Promise.all(
      ITEM_TYPES.map(async (type) => {
        const ids = distinct(subjects.flatMap(({ item }) => (item?.type === type ? [item.id] : [])));
        const addresses = await this.addresses.ofItems(type, ids, actor);
        return [...addresses].map(([id, { path }]): [string, string] => [`${type} ${id}`, path]);
      }),
    );
    return new Map(found.flat());
  }

  private async records(subjects: readonly ActivitySubject[], actor: Actor): Promise<Map<string, string>> {
    const found = await Promise.all(
      entriesFor(actor).flatMap(({ path }) => {
        const ofEntry = subjects.flatMap(({ record }) =>
          record && path === `/settings/${record.kind}` ? [record] : [],
        );
        const [first] = ofEntry;
        return first ? [this.recordsOf(first.kind, distinct(ofEntry.map(({ id }) => id)))] : [];
      }),
    );
    return new Map(found.flat());
  }

  private async recordsOf(kind: RecordKind, ids: readonly number[]): Promise<[key: string, path: string][]> {
    const rows = await this.database.query<{ id: number }>(`SELECT id FROM ${TABLES[kind]} WHERE id = ANY($1::int[])`, [
      ids,
    ]);
    return rows.map(({ id }) => [`${kind} ${id}`, `/settings/${kind}/${id}`]);
  }
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];
