import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ItemKind } from './item-kinds';

/** What became of an item. */
export interface ItemChange {
  type: ItemKind['code'];
  id: number;
  /** Neither deleted nor a draft. */
  findable: boolean;
  scope_id: number | null;
  owned_by: number | null;
}

/** What happened since another answer, as one answer of the database tells it. */
export interface Since {
  /** The oldest transaction that was not over when this was asked; whoever asks again asks from here on. */
  horizon: string;
  changes: ItemChange[] | null;
}

/** After more changes than this everything is read anew. */
export const MOST_CHANGES = 10_000;
export const CHANGES_KEPT_HOURS = 24;

const FORGET = 'search.forget-changes';
const HOURLY = '41 * * * *';

/** Who lost sight of changes for so long reads everything anew, so nobody asks for those that are older. */
@Injectable()
export class ItemChanges implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.work(FORGET, () => this.forget(), { onlyOneWaits: true });
    this.jobs.schedule(FORGET, HOURLY);
  }

  private async forget(): Promise<void> {
    await this.database.query(`DELETE FROM search_item_changes WHERE changed_at < now() - interval '${CHANGES_KEPT_HOURS} hours'`);
  }
}
