import { createApp, indexRoutes } from '@almanac/http';
import { createLogger, type Logger } from '@almanac/observability';
import { answerUnknownAddresses, onlyForBrowsers, Visitors } from '@almanac/web';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { NAMESPACE, type Settings } from './config';
import { withoutFeedToken } from './features/feeds/private/private-feeds.controller';
import { isId } from '@almanac/openapi';
import { isPathId } from './calendar/addresses/path-id';
import { formAnswers } from './calendar/lists/answer-form';
import { rememberPrefix } from './called-prefix';
import { CALENDAR_PAGES, installCalendarPages } from './web/calendar-pages';
import { FormSessions } from './web/form-sessions';

export const calendarLogger = ({ logLevel, logFormat }: Settings): Logger =>
  createLogger({ level: logLevel, format: logFormat, name: 'calendar-service' });

/** The service, ready to listen: for `main.ts` and for tests. */
export async function createCalendarApp(
  settings: Settings,
  logger = calendarLogger(settings),
): Promise<NestExpressApplication> {
  const app = await createApp(AppModule.forRoot(settings, logger), {
    logger,
    sessions: FormSessions,
    logPath: withoutFeedToken,
    accepts: (name, value) => !isId(name) || isPathId(value),
    arrival: [rememberPrefix, formAnswers(`/${NAMESPACE}`)],
  });
  installCalendarPages(app);
  app.use(onlyForBrowsers(CALENDAR_PAGES));
  const server = app.getHttpAdapter().getInstance();
  app.use(answerUnknownAddresses(server, app.get(Visitors)), indexRoutes(server));
  return app;
}
