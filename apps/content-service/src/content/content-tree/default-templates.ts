import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';

/** The page that new pages of a book or chapter start from (content-behaviour §7.4). */
@Injectable()
export class DefaultTemplates {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The id to store: `wanted` if it is stored already or names a template that the caller sees, else null. Undefined keeps `current`. */
  async resolve(wanted: number | null | undefined, current: number | null, actor: Actor): Promise<number | null> {
    if (wanted === undefined || wanted === current) return current;
    if (wanted === null) return null;
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT page.id FROM pages page WHERE ${visible} AND page.template AND page.id = ${parameters.add(wanted)}`;
    const [page] = await this.database.query<{ id: number }>(sql, parameters.values);
    return page?.id ?? null;
  }
}
