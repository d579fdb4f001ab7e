import { notFound } from '@almanac/errors';
import { JobMonitor, type JobsReport, reportJobs } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { CalendarJobs } from './calendar-jobs';

/** The job queues of both services. */
@Injectable()
export class JobsService {
  constructor(
    private readonly monitor: JobMonitor,
    private readonly calendar: CalendarJobs,
  ) {}

  /** The report of a service that does not answer is undefined. */
  async reports(): Promise<{ service: string; report: JobsReport | undefined }[]> {
    const [content, calendar] = await Promise.all([reportJobs(this.monitor), this.calendar.report()]);
    return [
      { service: 'content', report: content },
      { service: 'calendar', report: calendar },
    ];
  }

  /** Lets a failed job run once more. @throws Problem 404 for an unknown service or job */
  async retry(service: string, id: string): Promise<void> {
    if (service === 'content') return this.monitor.retry(id);
    if (service === 'calendar') return this.calendar.retry(id);
    notFound('Service');
  }
}
