import { createApp, indexRoutes } from '@almanac/http';
import { createLogger, type Logger } from '@almanac/observability';
import { temporaryFolder } from '@almanac/runtime';
import { answerUnknownPages, onlyForBrowsers, Visitors } from '@almanac/web';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { NAMESPACE, type Settings } from './config';
import { withoutFeedToken } from './features/feeds/private/private-feeds.controller';
import { IMPORT_LIMIT_BYTES } from './features/import/import.dto';
import { isId } from '@almanac/openapi';
import { isPathId } from './calendar/addresses/path-id';
import { formAnswers } from './calendar/lists/answer-form';
import { rememberPrefix } from './called-prefix';
import { CACHED_ROUTES } from './read-routes';
import { CALENDAR_PAGES, installCalendarPages } from './web/calendar-pages';

export const calendarLogger = ({ logLevel, logFormat }: Settings): Logger =>
  createLogger({ level: logLevel, format: logFormat, name: 'calendar-service' });

/** The service, ready to listen: for `main.ts` and for tests. */
export async function createCalendarApp(
  settings: Settings,
  logger = calendarLogger(settings),
): Promise<NestExpressApplication> {
  const app = await createApp(AppModule.forRoot(settings, logger), {
    dialect: 'calendar',
    logger,
    // Parameters are judged before rights (calendar-behaviour §5.1), so services check rights. contracts/access holds the rule of each route.
    admitsAnonymous: true,
    keepsAnswers: true,
    cachedRoutes: CACHED_ROUTES,
    logPath: withoutFeedToken,
    accepts: (name, value) => !isId(name) || isPathId(value),
    arrival: [rememberPrefix, formAnswers(`/${NAMESPACE}`)],
    body: {
      uploadLimitBytes: IMPORT_LIMIT_BYTES,
      temporaryFolder: temporaryFolder('almanac-calendar-uploads'),
      raw: { type: 'text/calendar', limitBytes: IMPORT_LIMIT_BYTES },
    },
  });
  installCalendarPages(app);
  app.use(onlyForBrowsers(CALENDAR_PAGES));
  const server = app.getHttpAdapter().getInstance();
  app.use(answerUnknownPages(server, app.get(Visitors)), indexRoutes(server));
  return app;
}
