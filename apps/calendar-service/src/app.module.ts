import { RemoteTokenVerifier, TokenVerifier } from '@almanac/auth';
import { DatabaseModule, DatabaseProbe, Replica } from '@almanac/database';
import { callerSignal, HttpModule } from '@almanac/http';
import { HealthModule, type Logger } from '@almanac/observability';
import { JobsModule } from '@almanac/jobs';
import { FieldNames } from '@almanac/openapi';
import { temporaryFolder } from '@almanac/runtime';
import { RateLimitModule } from '@almanac/rate-limit';
import type { FileStore } from '@almanac/storage';
import { WorkersModule } from '@almanac/workers';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_INTERCEPTOR, RouterModule } from '@nestjs/core';
import { NAMESPACE, SETTINGS, type Settings } from './config';
import { databaseOptions } from './data-source';
import { CACHED_ROUTES, REPLICA_ROUTES } from './read-routes';
import { FILE_STORE } from './calendar/images/image-store';
import { ImagesModule } from './calendar/images/images.module';
import { ServiceSecretCheck } from './calendar/users/service-secret-check';
import { refuseParameter } from './calendar/parameters/parameter-faults';
import { AttendeesModule } from './features/attendees/attendees.module';
import { EventsModule } from './features/events/events.module';
import { FeedsModule } from './features/feeds/feeds.module';
import { IMPORT_LIMIT_BYTES } from './features/import/import.dto';
import { ImportModule } from './features/import/import.module';
import { IndexModule } from './features/index/index.module';
import { JobQueueModule } from './features/jobs/jobs.module';
import { OrganizersModule } from './features/organizers/organizers.module';
import { SiteModule } from './features/site/site.module';
import { CalendarWritingModule } from './features/site/writing/writing.module';
import { NoRouteModule } from './features/index/unmatched.module';
import { TermsModule } from './features/terms/terms.module';
import { UploadsModule } from './features/uploads/uploads.module';
import { TicketsModule } from './features/tickets/tickets.module';
import { WebhookReportsModule } from './features/webhook-reports/webhook-reports.module';
import { VenuesModule } from './features/venues/venues.module';

/** While content-service is down, callers that it verified this recently are still accepted. */
const TOKEN_GRACE_SECONDS = 60;

/** Settings and the verification of tokens, for every module. */
@Global()
@Module({})
class CommonModule implements OnApplicationShutdown {
  constructor(
    @Inject(RemoteTokenVerifier) private readonly verifier: RemoteTokenVerifier,
    @Inject(ServiceSecretCheck) private readonly secretCheck: ServiceSecretCheck,
  ) {}

  static forRoot(settings: Settings): DynamicModule {
    const { contentUrl, serviceSecret } = settings;
    return {
      module: CommonModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        {
          provide: RemoteTokenVerifier,
          useFactory: () =>
            new RemoteTokenVerifier({
              contentUrl,
              serviceSecret,
              graceSeconds: TOKEN_GRACE_SECONDS,
            }),
        },
        { provide: TokenVerifier, useExisting: RemoteTokenVerifier },
        { provide: ServiceSecretCheck, useFactory: () => new ServiceSecretCheck(settings) },
      ],
      exports: [SETTINGS, TokenVerifier, ServiceSecretCheck],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.verifier.close(), this.secretCheck.close()]);
  }
}

/** The modules of the API, whose routes are below its namespace. */
const API = [
  // Must come before events: `/events/7.ics` is no event with the id `7.ics`.
  FeedsModule,
  AttendeesModule,
  EventsModule,
  ImportModule,
  IndexModule,
  OrganizersModule,
  TermsModule,
  UploadsModule,
  TicketsModule,
  VenuesModule,
  WebhookReportsModule,
  // Catches requests for which no route above exists, so it must stay last.
  NoRouteModule,
];

const FIELD_NAMES = new FieldNames({
  areRead: () => true,
  hasDots: true,
  refuse: (allowed) => refuseParameter('fields', `fields may only hold these names: ${allowed.join(', ')}.`),
});

@Module({})
export class AppModule {
  static forRoot(settings: Settings, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: APP_INTERCEPTOR, useValue: FIELD_NAMES }],
      imports: [
        CommonModule.forRoot(settings),
        DatabaseModule.forRoot(
          {
            ...databaseOptions(settings),
            readUrl: settings.databaseReadUrl,
            replicaRoutes: REPLICA_ROUTES,
            preparesStatements: settings.databasePreparedStatements,
          },
          (failure) => logger.error({ err: failure }, 'late work failed'),
          callerSignal,
        ),
        JobsModule.forRoot({
          works: settings.runJobs,
          report: (failure, job) => logger.error({ err: failure, job }, 'a job failed'),
        }),
        HealthModule.forRootAsync({
          imports: [ImagesModule],
          inject: [DatabaseProbe, FILE_STORE, ServiceSecretCheck, { token: Replica, optional: true }],
          useFactory: (probe: DatabaseProbe, files: FileStore, secret: ServiceSecretCheck, replica?: Replica) => ({
            database: () => probe.check(),
            files: () => files.check(),
            service_secret: () => secret.check(),
            ...(replica && { replica: () => replica.check() }),
          }),
          dispensable: ['replica'],
          // All replicas share the store and the secret. Without files or tokens, each of them still serves everything else.
          neededAtStart: ['files', 'service_secret'],
        }),
        RateLimitModule.forRoot({
          limit: settings.requestsPerMinute,
          inFlight: settings.requestsInFlight,
          redisUrl: settings.redisUrl,
          service: 'calendar',
          logger,
        }),
        HttpModule.forRoot({
          dialect: 'calendar',
          logger,
          // Parameters are judged before rights (calendar-behaviour §5.1), so services check rights. contracts/access holds the rule of each route.
          admitsAnonymous: true,
          cache: { routes: CACHED_ROUTES, callersTakeSnapshots: false },
          body: {
            uploadLimitBytes: IMPORT_LIMIT_BYTES,
            temporaryFolder: temporaryFolder('almanac-calendar-uploads'),
            raw: { type: 'text/calendar', limitBytes: IMPORT_LIMIT_BYTES },
          },
        }),
        WorkersModule.forRoot({ timeFactor: settings.taskTimeFactor }),
        ...API,
        RouterModule.register(API.map((module) => ({ path: NAMESPACE, module }))),
        JobQueueModule,
        // Before the addresses of days, which take any segment.
        CalendarWritingModule,
        SiteModule,
      ],
    };
  }
}
