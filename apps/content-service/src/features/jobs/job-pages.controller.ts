import { JobMonitor } from '@almanac/jobs';
import { Form, type Next, notify } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { listPage, pageNumber, pagerOf } from '../../web/list-pages';
import { SettingsPage } from '../../web/settings-area/settings-page';

const JOBS = '/settings/jobs';
const PER_PAGE = 20;

/** A queue whose oldest job waits longer than this needs attention. */
const LATE_SECONDS = 60;

@SettingsPage('settings/jobs')
export class JobPagesController {
  constructor(private readonly monitor: JobMonitor) {}

  @Get()
  @Render('features/jobs/jobs')
  async show(@Query('page') given: unknown, @Query('runs') givenRuns: unknown) {
    const [page, runPage] = [pageNumber(given), pageNumber(givenRuns)];
    const slice = (number: number) => listPage(number, { count: PER_PAGE });
    const [queues, failed, runs] = await Promise.all([
      this.monitor.queues(),
      this.monitor.failedJobs(slice(page)),
      this.monitor.failedRuns(slice(runPage)),
    ]);
    return {
      title: 'Jobs',
      queues: queues.map((queue) => ({ ...queue, isLate: queue.waitSeconds > LATE_SECONDS })),
      failed: { ...failed, pager: pagerOf(page, failed.total, `${JOBS}?runs=${runPage}`, PER_PAGE) },
      runs: { ...runs, pager: pagerOf(runPage, runs.total, `${JOBS}?page=${page}`, PER_PAGE, 'runs') },
    };
  }

  @Form(':jobId/retry')
  async retry(@Param('jobId') jobId: string, @Req() request: Request): Promise<Next> {
    await this.monitor.retry(jobId);
    notify(request, 'The job runs once more. Load this page again to see the result.');
    return { url: JOBS };
  }
}
