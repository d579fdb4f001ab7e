import { Collector, ServiceProcess, TestApi } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../../apps/content-service/src/testing/content-app';

type Line = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string>>;

/** The three programs as processes, a collector of their traces, and their logs. */
export class TracedSystem {
  private readonly programs: ServiceProcess[] = [];
  private readonly outputs: string[] = [];

  private constructor(
    readonly collector: Collector,
    /** For test data; this process serves no requests of the test. */
    readonly content: ContentApp,
    private readonly calendar: CalendarApp,
  ) {}

  static async start(settings: Environment = {}): Promise<TracedSystem> {
    const [collector, content, calendar] = await Promise.all([
      Collector.start(),
      startContent(),
      startCalendar({ RUN_JOBS: 'false' }),
    ]);
    const system = new TracedSystem(collector, content, calendar);
    const shared = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=collector-secret',
      BASE_URL: 'http://docs.example',
      LOG_LEVEL: 'info',
      RUN_JOBS: 'true',
      SERVICE_SECRET,
      ...settings,
    };
    const contentUrl = await system.run('content-service', { ...content.environment, ...shared });
    const calendarUrl = await system.run('calendar-service', {
      ...calendar.environment,
      ...shared,
      CONTENT_URL: contentUrl,
    });
    const upstreams = { CONTENT_URL: contentUrl, CALENDAR_URL: calendarUrl };
    await system.run('gateway', { ...shared, ...upstreams, TRUST_TRACEPARENT: 'true' });
    return system;
  }

  /** The gateway. */
  get api(): TestApi {
    return new TestApi(this.programs.at(-1)!.api.baseUrl);
  }

  /** All lines of all logs so far; the last one may be incomplete. */
  get lines(): Line[] {
    return this.outputs.flatMap((output) =>
      output
        .slice(0, output.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const parsed: Line = JSON.parse(line);
          return parsed;
        }),
    );
  }

  get output(): string {
    return this.outputs.join('');
  }

  /** Stops the programs in order. @returns their exit codes */
  async stopPrograms(): Promise<(number | null)[]> {
    const codes: (number | null)[] = [];
    for (const program of this.programs.splice(0).reverse()) codes.push(await program.stop());
    return codes;
  }

  async close(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.kill()));
    await Promise.all([this.content.close(), this.calendar.close(), this.collector.stop()]);
  }

  private async run(program: Parameters<typeof ServiceProcess.start>[0], environment: Environment): Promise<string> {
    const at = this.outputs.push('') - 1;
    const started = await ServiceProcess.start(program, environment, (text) => {
      this.outputs[at] += text;
    });
    this.programs.push(started);
    return started.api.baseUrl;
  }
}
