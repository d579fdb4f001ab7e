import { type Logger, HealthModule } from '@almanac/observability';
import { DatabaseModule, DatabaseProbe, Replica } from '@almanac/database';
import { callerSignal, HttpModule, UnmatchedModule } from '@almanac/http';
import { JobsModule } from '@almanac/jobs';
import { invalid } from '@almanac/errors';
import { FieldNames, listingOf } from '@almanac/openapi';
import { temporaryFolder } from '@almanac/runtime';
import { RateLimitModule } from '@almanac/rate-limit';
import type { FileStore } from '@almanac/storage';
import { WorkersModule } from '@almanac/workers';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { type Settings, uploadLimitBytes } from './config';
import { databaseOptions } from './data-source';
import { CACHED_ROUTES, REPLICA_ROUTES } from './read-routes';
import { SettingsModule } from './content/settings/settings.module';
import { FILE_STORE } from './content/files/file-store.provider';
import { FilesModule } from './content/files/files.module';
import { TallyCompaction } from './content/tallies/visible-totals';
import { AttachmentsModule } from './features/attachments/attachments.module';
import { AuditLogModule } from './features/audit-log/audit-log.module';
import { BooksModule } from './features/books/books.module';
import { ChaptersModule } from './features/chapters/chapters.module';
import { CommentsModule } from './features/comments/comments.module';
import { ContentPermissionsModule } from './features/content-permissions/content-permissions.module';
import { DocsModule } from './features/docs/docs.module';
import { ExportsModule } from './features/exports/exports.module';
import { ImageGalleryModule } from './features/image-gallery/image-gallery.module';
import { InternalModule } from './features/internal/internal.module';
import { InvitationsModule } from './features/invitations/invitations.module';
import { JobQueueModule } from './features/jobs/jobs.module';
import { LibraryFilesModule } from './features/library/files/library-files.module';
import { LibraryModule } from './features/library/library.module';
import { WritingModule } from './features/library/writing/writing.module';
import { LoginModule } from './features/login/login.module';
import { MfaModule } from './features/mfa/mfa.module';
import { MyAccountModule } from './features/my-account/my-account.module';
import { ImportsModule } from './features/imports/imports.module';
import { PagesModule } from './features/pages/pages.module';
import { PasswordResetModule } from './features/password-reset/password-reset.module';
import { RecycleBinModule } from './features/recycle-bin/recycle-bin.module';
import { RolesModule } from './features/roles/roles.module';
import { SearchModule } from './features/search/search.module';
import { SiteSettingsModule } from './features/settings/site-settings.module';
import { ShelvesModule } from './features/shelves/shelves.module';
import { SystemModule } from './features/system/system.module';
import { TagsModule } from './features/tags/tags.module';
import { TokensModule } from './features/tokens/tokens.module';
import { UnusedImagesModule } from './features/unused-images/unused-images.module';
import { UploadsModule } from './features/uploads/uploads.module';
import { UsersModule } from './features/users/users.module';
import { SortRulesModule } from './features/sort-rules/sort-rules.module';
import { WebhooksModule } from './features/webhooks/webhooks.module';

const FEATURES = [
  AttachmentsModule,
  AuditLogModule,
  BooksModule,
  ChaptersModule,
  CommentsModule,
  ContentPermissionsModule,
  DocsModule,
  ExportsModule,
  ImageGalleryModule,
  InternalModule,
  InvitationsModule,
  JobQueueModule,
  LibraryModule,
  WritingModule,
  LibraryFilesModule,
  LoginModule,
  MfaModule,
  MyAccountModule,
  ImportsModule,
  PagesModule,
  PasswordResetModule,
  RecycleBinModule,
  RolesModule,
  SearchModule,
  ShelvesModule,
  SiteSettingsModule,
  SortRulesModule,
  SystemModule,
  TagsModule,
  TokensModule,
  UnusedImagesModule,
  UploadsModule,
  UsersModule,
  WebhooksModule,
];

const MEGABYTE = 1024 * 1024;
/** Pages may contain images as base64, which is a third longer than the files. */
const JSON_PER_UPLOAD = 1.4;

const FIELD_NAMES = new FieldNames({
  areRead: (controller, { name }) => listingOf(controller, name) !== undefined,
  hasDots: false,
  refuse: (allowed) =>
    invalid({ fields: [`The fields may only hold these names, separated by commas: ${allowed.join(', ')}.`] }),
});

@Module({})
export class AppModule {
  static forRoot(settings: Settings, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: APP_INTERCEPTOR, useValue: FIELD_NAMES }, TallyCompaction],
      imports: [
        SettingsModule.forRoot(settings),
        DatabaseModule.forRoot(
          {
            ...databaseOptions(settings.databaseUrl, settings.databasePoolSize),
            readUrl: settings.databaseReadUrl,
            replicaRoutes: REPLICA_ROUTES,
            preparesStatements: settings.databasePreparedStatements,
          },
          (failure) => logger.error({ err: failure }, 'work after a commit failed'),
          callerSignal,
        ),
        HttpModule.forRoot({
          dialect: 'content',
          logger,
          cache: { routes: CACHED_ROUTES, callersTakeSnapshots: true },
          body: {
            largeBytes: Math.ceil(settings.uploadLimitMegabytes * JSON_PER_UPLOAD * MEGABYTE),
            uploadLimitBytes: uploadLimitBytes(settings),
            temporaryFolder: temporaryFolder('almanac-uploads'),
          },
        }),
        JobsModule.forRoot({
          works: settings.runJobs,
          report: (failure, job) => logger.error({ err: failure, job }, 'a job failed'),
        }),
        RateLimitModule.forRoot({
          limit: settings.requestsPerMinute,
          inFlight: settings.requestsInFlight,
          redisUrl: settings.redisUrl,
          service: 'content',
          logger,
        }),
        WorkersModule.forRoot({ timeFactor: settings.taskTimeFactor }),
        HealthModule.forRootAsync({
          imports: [FilesModule],
          inject: [DatabaseProbe, FILE_STORE, { token: Replica, optional: true }],
          useFactory: (probe: DatabaseProbe, files: FileStore, replica?: Replica) => ({
            database: () => probe.check(),
            files: () => files.check(),
            ...(replica && { replica: () => replica.check() }),
          }),
          dispensable: ['replica'],
          // All replicas share the store. Without files, each of them still serves everything else.
          neededAtStart: ['files'],
        }),
        ...FEATURES,
        // Last: it matches every path that no feature handles.
        UnmatchedModule,
      ],
    };
  }
}
