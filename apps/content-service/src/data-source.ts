import { createDataSource, type DatabaseOptions } from '@almanac/database';
import { Activity } from './content/activity/activity.entity';
import { Image } from './content/images/image.entity';
import { SlugHistory } from './content/slugs/slug-history.entity';
import { Tag } from './content/item-fields/tags';
import { Deletion } from './content/trash/deletion.entity';
import { Attachment } from './content/items/attachment.entity';
import { Book } from './content/items/book.entity';
import { Chapter } from './content/items/chapter.entity';
import { Comment } from './content/comments/comment.entity';
import { Import } from './features/imports/import.entity';
import { Page, PageContent, PageRevision } from './content/items/page.entity';
import { Role } from './content/accounts/role.entity';
import { Shelf, ShelfBook } from './content/items/shelf.entity';
import { ApiToken } from './content/accounts/api-token.entity';
import { User } from './content/accounts/user.entity';
import { EntityPermission, PermissionScope } from './content/access/permission-scope.entity';
import { AttemptWindow } from './content/accounts/attempt-window.entity';
import { OneTimeLink } from './content/accounts/one-time-link.entity';
import { Permission, RolePermission, UserRole } from './content/accounts/rights.entity';
import { AddressChange, ItemLink } from './content/cross-references/links.entity';
import { FileRemoval } from './content/files/file-removal.entity';
import { FoundUnusedImage, UnusedImageSearch } from './content/images/unused-image.entity';
import { Setting } from './content/settings/setting.entity';
import { SortRule } from './content/sorting/sort-rule.entity';
import { BookTally, ChapterTally, PageTally } from './content/tallies/tally.entity';
import { BackupCode, TotpSecret } from './features/mfa/second-factor.entity';
import { SearchReindexing, SearchTerm, SearchWord } from './features/search/search.entity';
import { BackupRun } from './features/system/backup-run.entity';
import { Webhook, WebhookDelivery, WebhookEvent } from './features/webhooks/events/webhook.entity';
import { InstallationRow, InstalledToken } from './install/installation.entity';
import { WebSession } from './web/sessions/web-session.entity';
import { JobRun, JobRunNote } from '@almanac/jobs';
import { KeptAnswer } from '@almanac/http';
import { MIGRATIONS, REPLACED } from './migrations';

const ENTITIES = [
  Activity,
  AddressChange,
  ApiToken,
  Attachment,
  AttemptWindow,
  BackupCode,
  BackupRun,
  Book,
  BookTally,
  Chapter,
  ChapterTally,
  Comment,
  Deletion,
  EntityPermission,
  FileRemoval,
  FoundUnusedImage,
  Image,
  Import,
  InstallationRow,
  InstalledToken,
  ItemLink,
  JobRun,
  JobRunNote,
  KeptAnswer,
  OneTimeLink,
  Page,
  PageContent,
  PageRevision,
  PageTally,
  Permission,
  PermissionScope,
  Role,
  RolePermission,
  SearchReindexing,
  SearchTerm,
  SearchWord,
  Setting,
  Shelf,
  ShelfBook,
  SlugHistory,
  SortRule,
  Tag,
  TotpSecret,
  UnusedImageSearch,
  User,
  UserRole,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
  WebSession,
];

export const databaseOptions = (url: string, poolSize: number): DatabaseOptions => ({
  url,
  poolSize,
  applicationName: 'almanac content-service',
  entities: ENTITIES,
  migrations: MIGRATIONS,
  replaced: REPLACED,
});

/** For commands and tests; the app itself gets its pool from `DatabaseModule`. */
export const contentDataSource = (url: string) => createDataSource(databaseOptions(url, 2));
