import { createDataSource, type DatabaseOptions } from '@almanac/database';
import { Activity } from './content/activity/activity.entity';
import { Image } from './content/images/image.entity';
import { SlugHistory } from './content/slugs/slug-history.entity';
import { Tag } from './content/tagging/tag.entity';
import { Deletion } from './content/trash/deletion.entity';
import { Attachment } from './content/items/attachment.entity';
import { Book } from './content/items/book.entity';
import { Chapter } from './content/items/chapter.entity';
import { Comment } from './content/comments/comment.entity';
import { Import } from './features/imports/import.entity';
import { Page, PageContent } from './content/items/page.entity';
import { PageRevision } from './content/items/page-revision.entity';
import { Role } from './content/accounts/role.entity';
import { Shelf, ShelfBook } from './content/items/shelf.entity';
import { ApiToken } from './content/accounts/api-token.entity';
import { User } from './content/accounts/user.entity';
import { ActivityRequests1763700000006 } from './migrations/1763700000006-activity-requests';
import { AttemptWindows1763700000017 } from './migrations/1763700000017-attempt-windows';
import { Attachments1763700000026 } from './migrations/1763700000026-attachments';
import { CommentListing1763700000030 } from './migrations/1763700000030-comment-listing';
import { AuditLogIndexes1763700000015 } from './migrations/1763700000015-audit-log-indexes';
import { ContentTree1763700000002 } from './migrations/1763700000002-content-tree';
import { CrossReferences1763700000040 } from './migrations/1763700000040-cross-references';
import { CrossReferencesBackfill1763700000041 } from './migrations/1763700000041-cross-references-backfill';
import { ChangedItems1763700000059 } from './migrations/1763700000059-changed-items';
import { SearchIndexStatements1763700000063 } from './migrations/1763700000063-search-index-statements';
import { JobRuns1763700000064 } from './migrations/1763700000064-job-runs';
import { SlugRanks1763700000072 } from './migrations/1763700000072-slug-ranks';
import { FileRemovals1763700000025 } from './migrations/1763700000025-file-removals';
import { FreshInstall1763700000004 } from './migrations/1763700000004-fresh-install';
import { Identity1763700000001 } from './migrations/1763700000001-identity';
import { IdentityListingIndexes1763700000012 } from './migrations/1763700000012-identity-listing-indexes';
import { ImageListing1763700000027 } from './migrations/1763700000027-image-listing';
import { Imports1763700000044 } from './migrations/1763700000044-imports';
import { ItemPermissions1763700000005 } from './migrations/1763700000005-item-permissions';
import { Jobs1763700000032 } from './migrations/1763700000032-jobs';
import { ListingIndexes1763700000003 } from './migrations/1763700000003-listing-indexes';
import { LongerUserSlugs1763700000013 } from './migrations/1763700000013-longer-user-slugs';
import { OneTimeLinks1763700000011 } from './migrations/1763700000011-one-time-links';
import { SecondFactors1763700000018 } from './migrations/1763700000018-second-factors';
import { RecycleBin1763700000031 } from './migrations/1763700000031-recycle-bin';
import { SearchIndex1763700000035 } from './migrations/1763700000035-search-index';
import { SearchIndexTriggers1763700000036 } from './migrations/1763700000036-search-index-triggers';
import { SearchIndexBackfill1763700000037 } from './migrations/1763700000037-search-index-backfill';
import { SearchInDatabase1763700000071 } from './migrations/1763700000071-search-in-database';
import { SearchInMemory1763700000046 } from './migrations/1763700000046-search-in-memory';
import { SearchResults1763700000047 } from './migrations/1763700000047-search-results';
import { TextComparison1763700000000 } from './migrations/1763700000000-text-comparison';
import { TokenScopes1763700000014 } from './migrations/1763700000014-token-scopes';
import { WebSessions1763700000016 } from './migrations/1763700000016-web-sessions';

const MIGRATIONS = [
  TextComparison1763700000000,
  Identity1763700000001,
  ContentTree1763700000002,
  ListingIndexes1763700000003,
  FreshInstall1763700000004,
  ItemPermissions1763700000005,
  ActivityRequests1763700000006,
  OneTimeLinks1763700000011,
  IdentityListingIndexes1763700000012,
  LongerUserSlugs1763700000013,
  TokenScopes1763700000014,
  WebSessions1763700000016,
  AttemptWindows1763700000017,
  SecondFactors1763700000018,
  FileRemovals1763700000025,
  Attachments1763700000026,
  ImageListing1763700000027,
  CommentListing1763700000030,
  RecycleBin1763700000031,
  Jobs1763700000032,
  SearchIndex1763700000035,
  SearchIndexTriggers1763700000036,
  SearchIndexBackfill1763700000037,
  AuditLogIndexes1763700000015,
  Imports1763700000044,
  SearchInMemory1763700000046,
  SearchResults1763700000047,
  CrossReferences1763700000040,
  CrossReferencesBackfill1763700000041,
  ChangedItems1763700000059,
  SearchIndexStatements1763700000063,
  JobRuns1763700000064,
  SearchInDatabase1763700000071,
  SlugRanks1763700000072,
];

const ENTITIES = [
  Activity,
  ApiToken,
  Attachment,
  Book,
  Chapter,
  Comment,
  Deletion,
  Image,
  Import,
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
