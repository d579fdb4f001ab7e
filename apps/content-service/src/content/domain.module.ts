import { Module, type Provider } from '@nestjs/common';
import { AccessService } from './access/access.service';
import { PermissionScopes } from './access/permission-scopes';
import { ScopeDecisionCache } from './access/scope-decision-cache';
import { ActivityLog } from './activity/activity-log';
import { DefaultTemplates } from './content-tree/default-templates';
import { IncludedPages } from './content-tree/included-pages';
import { PageRevisions } from './content-tree/page-revisions';
import { CoverService } from './covers/cover.service';
import { PageRenderer } from './content-tree/page-renderer';
import { Parents } from './content-tree/parents';
import { Placement } from './content-tree/placement';
import { CrossReferences } from './cross-references/cross-references';
import { LinkAudience } from './cross-references/link-audience';
import { LinkRewriter } from './cross-references/link-rewriter';
import { fileStoreProvider } from './files/file-store.provider';
import { FileSweeper } from './files/file-sweeper';
import { StoredFiles } from './files/stored-files';
import { RenderedHtmlCache } from '../text/rendering/rendered-html-cache';
import { TextWork } from '../text/rendering/text-work';
import { mailerProvider } from './accounts/mailer.provider';
import { OneTimeLinks } from './accounts/one-time-links';
import { ImageFiles } from './images/image-files';
import { ImageThumbnails } from './images/image-thumbnails';
import { ImageContents } from './images/image-contents';
import { StoredImages } from './images/stored-images';
import { SlugHistoryService } from './slugs/slug-history.service';
import { SlugService } from './slugs/slug.service';
import { TaggingService } from './tagging/tagging.service';
import { BinnedItems } from './trash/binned-items';
import { Destroyer } from './trash/destroyer';
import { ExpiredDeletions } from './trash/expired-deletions';
import { Restorer } from './trash/restorer';
import { TrashService } from './trash/trash.service';

const RENDERED_HTML_BYTES = 64 * 1024 * 1024;

const renderedHtml: Provider = {
  provide: RenderedHtmlCache,
  inject: [TextWork],
  useFactory: (texts: TextWork) => new RenderedHtmlCache(RENDERED_HTML_BYTES, (page) => texts.render(page)),
};

const rules = [
  Parents,
  Placement,
  renderedHtml,
  AccessService,
  ActivityLog,
  BinnedItems,
  CoverService,
  CrossReferences,
  DefaultTemplates,
  Destroyer,
  ExpiredDeletions,
  LinkAudience,
  LinkRewriter,
  PageRenderer,
  PageRevisions,
  OneTimeLinks,
  FileSweeper,
  ImageFiles,
  ImageThumbnails,
  IncludedPages,
  PermissionScopes,
  Restorer,
  ScopeDecisionCache,
  SlugHistoryService,
  SlugService,
  StoredFiles,
  ImageContents,
  StoredImages,
  TaggingService,
  TextWork,
  TrashService,
  fileStoreProvider,
  mailerProvider,
];

/** The rules that features share. */
@Module({ providers: rules, exports: rules })
export class DomainModule {}
