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
import { MIGRATIONS, REPLACED } from './migrations';

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
  replaced: REPLACED,
});

/** For commands and tests; the app itself gets its pool from `DatabaseModule`. */
export const contentDataSource = (url: string) => createDataSource(databaseOptions(url, 2));
