import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { type Run, type RunContext, Runs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import type { ActivityType } from '../../content/activity/activity.entity';
import { UnusedImages } from '../../content/images/unused-images';

/** The entry of the audit log, as in the reference (content-behaviour §18). */
export const CLEANUP: [type: ActivityType, detail: string] = ['maintenance_action_run', 'cleanup-images'];

const KIND = 'unused-images';
/** There is one list of unused images, so one run at a time. */
const THE_LIST = 1;
const CONCURRENCY = 1;

/** `searchId` is that of the list whose images are to be removed; without it, a new list is made. */
interface Order {
  searchId?: number;
}

/** Search and removal as jobs: both read or write more than a request may. */
@Injectable()
export class UnusedImageJobs implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly images: UnusedImages,
    private readonly runs: Runs,
    private readonly activity: ActivityLog,
  ) {}

  onModuleInit(): void {
    this.runs.define<Order>(KIND, (run) => this.work(run), CONCURRENCY);
  }

  /** The last run, also while it waits. */
  latest(): Promise<Run | undefined> {
    return this.runs.store.findBySubject(KIND, THE_LIST);
  }

  /** @returns undefined while another run has not ended */
  search(actor: Actor): Promise<Run | undefined> {
    return this.runs.start({ kind: KIND, subject: THE_LIST, createdBy: actor.id, input: {} });
  }

  /** @returns undefined while another run has not ended */
  remove(searchId: number, actor: Actor): Promise<Run | undefined> {
    return this.database.transaction(async () => {
      const run = await this.runs.start({ kind: KIND, subject: THE_LIST, createdBy: actor.id, input: { searchId } });
      if (run) await this.activity.event(...CLEANUP, actor);
      return run;
    });
  }

  private async work(run: RunContext<Order>): Promise<void> {
    const progress = (step: string, done: number, total: number) => run.progress(step, done, total);
    const { searchId } = run.input;
    if (searchId === undefined) {
      await this.images.search(progress);
      await run.finish({});
    } else await run.finish({ removed: await this.images.remove(searchId, progress) });
  }
}
