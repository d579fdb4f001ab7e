import { createApp, indexRoutes } from '@almanac/http';
import { LIST_SETTINGS, type ListSettings } from '@almanac/listing';
import { createLogger, type Logger } from '@almanac/observability';
import { answerUnknownAddresses, onlyForBrowsers, Visitors } from '@almanac/web';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import type { Settings } from './config';
import { ApiSessions } from './web/sessions/api-sessions';
import { installContentSite } from './web/content-site';

export const contentLogger = ({ logLevel, logFormat }: Settings): Logger =>
  createLogger({ level: logLevel, format: logFormat, name: 'content-service' });

/** Creates the service, ready to listen, for `main.ts` and for tests. */
export async function createContentApp(
  settings: Settings,
  logger = contentLogger(settings),
): Promise<NestExpressApplication> {
  const app = await createApp(AppModule.forRoot(settings, logger), {
    logger,
    sessions: ApiSessions,
    logPath: withoutLinkSecret,
  });
  installContentSite(app, settings);
  app.use(onlyForBrowsers(PAGES_FOR_BROWSERS));
  const server = app.getHttpAdapter().getInstance();
  app.use(answerUnknownAddresses(server, app.get(Visitors)), indexRoutes(server));
  app.set(LIST_SETTINGS, listSettings(settings));
  return app;
}

const listSettings = (settings: Settings): ListSettings => ({
  limits: { defaultCount: settings.defaultItemCount, maxCount: settings.maxItemCount },
  baseUrl: settings.baseUrl,
  cursorSecret: settings.serviceSecret,
});

/** Programs get the answers of unknown addresses here, as before there were pages. Feed readers need not ask for HTML. */
const PAGES_FOR_BROWSERS =
  /^\/(?!books\/[^/]+\/feed\.atom$)(?:$|(?:books|create-book|create-shelf|files|link|search|settings|shelves|tags)(?:\/|$)|user\/(?!.*\.svg$))/;

/** The last segment of these links gives access to an account, so it must not appear in logs. */
const SECRET_LINK = /^(\/(?:register\/invite|password\/reset)\/)[^/?]+/;

const withoutLinkSecret = (target: string): string => target.replace(SECRET_LINK, '$1[redacted]');
