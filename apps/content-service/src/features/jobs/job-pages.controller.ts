import { JobMonitor, type QueueState } from '@almanac/jobs';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { batchQuery, batchNumber, pagerOf } from '../../web/list-batches';
import { SettingsPage } from '../../web/settings-area/settings-page';
import { CalendarJobs, JobsService } from './jobs.service';

const JOBS = '/settings/jobs';
const PER_PAGE = 20;

/** A queue whose oldest job waits longer than this needs attention. */
const LATE_SECONDS = 60;

@SettingsPage('settings/jobs')
export class JobPagesController {
  constructor(
    private readonly monitor: JobMonitor,
    private readonly calendar: CalendarJobs,
    private readonly jobs: JobsService,
  ) {}

  @Get()
  @Render('features/jobs/jobs')
  async show(@Query('page') given: unknown, @Query('runs') givenRuns: unknown) {
    const [page, runPage] = [batchNumber(given), batchNumber(givenRuns)];
    const slice = (number: number) => batchQuery(number, { count: PER_PAGE });
    const [queues, failed, runs, calendar] = await Promise.all([
      this.monitor.queues(),
      this.monitor.failedJobs(slice(page)),
      this.monitor.failedRuns(slice(runPage)),
      this.calendar.report(),
    ]);
    return {
      title: 'Jobs',
      queues: queues.map(withLateness),
      failed: { ...failed, pager: pagerOf(page, failed.total, `${JOBS}?runs=${runPage}`, PER_PAGE) },
      runs: { ...runs, pager: pagerOf(runPage, runs.total, `${JOBS}?page=${page}`, PER_PAGE, 'runs') },
      calendar: calendar && { ...calendar, queues: calendar.queues.map(withLateness) },
    };
  }

  @PostForm(':service/:jobId/retry')
  async retry(
    @Param('service') service: string,
    @Param('jobId') jobId: string,
    @Req() request: Request,
  ): Promise<Next> {
    await this.jobs.retry(service, jobId);
    notify(request, 'The job runs once more. Load this page again to see the result.');
    return { url: JOBS };
  }
}

const withLateness = (queue: QueueState) => ({ ...queue, isLate: queue.waitSeconds > LATE_SECONDS });
