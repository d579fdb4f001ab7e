import { SERVICE_SECRET_HEADER, ServiceAgent } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import { JOBS_PATH, type JobsReport } from '@almanac/jobs';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Dispatcher, request } from 'undici';
import { SETTINGS, type Settings } from '../../config';

/** Administrators wait no longer for the other service. */
const DEADLINE_MS = 3_000;
const NO_ANSWER = 'The calendar service does not answer. Try again in a moment.';

/** The job queue of calendar-service. */
@Injectable()
export class CalendarJobs implements OnApplicationShutdown {
  private readonly logger = new Logger('calendar');
  private readonly agent = new ServiceAgent(4);

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Undefined while calendar-service does not answer. */
  async report(): Promise<JobsReport | undefined> {
    try {
      const { statusCode, body } = await this.ask('GET', JOBS_PATH);
      const text = await body.text();
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
    await answer.body.dump();
    if (answer.statusCode === 404) notFound('Failed job');
    if (answer.statusCode !== 204) throw new Problem(503, NO_ANSWER);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }

  private async ask(method: Dispatcher.HttpMethod, path: string): Promise<Dispatcher.ResponseData> {
    const { calendarUrl, serviceSecret } = this.settings;
    if (calendarUrl === undefined) throw new Error('CALENDAR_URL is not set');
    return request(calendarUrl + path, {
      method,
      headers: { [SERVICE_SECRET_HEADER]: serviceSecret.current },
      dispatcher: this.agent.dispatcher,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  }
}

/** JSON holds moments as texts. */
const momentIn = (member: string, value: unknown): unknown =>
  member.endsWith('At') && typeof value === 'string' ? new Date(value) : value;
