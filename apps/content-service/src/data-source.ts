import { createDataSource, type DatabaseOptions } from '@almanac/database';
import { Activity } from './domain/activity/activity.entity';
import { Image } from './domain/covers/image.entity';
import { SlugHistory } from './domain/slugs/slug-history.entity';
import { Tag } from './domain/tagging/tag.entity';
import { Deletion } from './domain/trash/deletion.entity';
import { Book } from './features/books/book.entity';
import { Chapter } from './features/chapters/chapter.entity';
import { Page, PageContent } from './features/pages/page.entity';
import { PageRevision } from './features/pages/page-revision.entity';
import { Role } from './features/roles/role.entity';
import { Shelf, ShelfBook } from './features/shelves/shelf.entity';
import { ApiToken } from './features/tokens/api-token.entity';
import { User } from './features/users/user.entity';
import { ActivityRequests1763700000006 } from './migrations/1763700000006-activity-requests';
import { AuditLogIndexes1763700000015 } from './migrations/1763700000015-audit-log-indexes';
import { ContentTree1763700000002 } from './migrations/1763700000002-content-tree';
import { FreshInstall1763700000004 } from './migrations/1763700000004-fresh-install';
import { Identity1763700000001 } from './migrations/1763700000001-identity';
import { ItemPermissions1763700000005 } from './migrations/1763700000005-item-permissions';
import { ListingIndexes1763700000003 } from './migrations/1763700000003-listing-indexes';
import { TextComparison1763700000000 } from './migrations/1763700000000-text-comparison';
import { TokenScopes1763700000014 } from './migrations/1763700000014-token-scopes';

const MIGRATIONS = [
  TextComparison1763700000000,
  Identity1763700000001,
  ContentTree1763700000002,
  ListingIndexes1763700000003,
  FreshInstall1763700000004,
  ItemPermissions1763700000005,
  ActivityRequests1763700000006,
  TokenScopes1763700000014,
  AuditLogIndexes1763700000015,
];

const ENTITIES = [
  Activity,
  ApiToken,
  Book,
  Chapter,
  Deletion,
  Image,
  Page,
  PageContent,
  PageRevision,
  Role,
  Shelf,
  ShelfBook,
  SlugHistory,
  Tag,
  User,
];

export const databaseOptions = (url: string, poolSize: number): DatabaseOptions => ({
  url,
  poolSize,
  applicationName: 'almanac content-service',
  entities: ENTITIES,
  migrations: MIGRATIONS,
});

/** For commands and tests; the app itself gets its pool from `DatabaseModule`. */
export const contentDataSource = (url: string) => createDataSource(databaseOptions(url, 2));
