import { PeerServiceClient } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import { JobMonitor, JOBS_PATH, type JobsReport, reportJobs } from '@almanac/jobs';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';

/** Administrators wait no longer for the other service. */
const DEADLINE_MS = 3_000;
const NO_ANSWER = 'The calendar service does not answer. Try again in a moment.';

/** The job queue of calendar-service. */
@Injectable()
export class CalendarJobs implements OnApplicationShutdown {
  private readonly logger = new Logger('calendar');
  private readonly calendar: PeerServiceClient | undefined;

  constructor(@Inject(SETTINGS) { calendarUrl, serviceSecret }: Settings) {
    this.calendar =
      calendarUrl === undefined ? undefined : new PeerServiceClient(calendarUrl, serviceSecret, { connections: 4 });
  }

  /** Undefined while calendar-service does not answer. */
  async report(): Promise<JobsReport | undefined> {
    try {
      const { statusCode, text } = await this.ask('GET', JOBS_PATH);
      if (statusCode === 200) return JSON.parse(text, momentIn) as JobsReport;
      this.logger.warn(`calendar-service answered ${statusCode} for its jobs`);
    } catch (failure) {
      this.logger.warn('calendar-service cannot be asked for its jobs', failure);
    }
    return undefined;
  }

  /** @throws Problem 404 when no failed job has this id, 503 when calendar-service does not answer */
  async retry(id: string): Promise<void> {
    const answer = await this.ask('POST', `${JOBS_PATH}/${encodeURIComponent(id)}/retry`).catch((cause: unknown) => {
      throw new Problem(503, NO_ANSWER, { cause });
    });
    if (answer.statusCode !== 204) notFound('Failed job');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.calendar?.close();
  }

  private async ask(method: 'GET' | 'POST', path: string) {
    if (!this.calendar) throw new Error('CALENDAR_URL is not set');
    return this.calendar.ask(path, { method, deadlineMs: DEADLINE_MS });
  }
}

/** JSON holds moments as texts. */
const momentIn = (member: string, value: unknown): unknown =>
  member.endsWith('At') && typeof value === 'string' ? new Date(value) : value;

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
