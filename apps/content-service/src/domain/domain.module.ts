import { Module, type Provider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config';
import { AccessService } from './access/access.service';
import { PermissionScopes } from './access/permission-scopes';
import { ScopeRulings } from './access/scope-rulings';
import { ActivityLog } from './activity/activity-log';
import { DefaultTemplates } from './content-tree/default-templates';
import { CoverService } from './covers/cover.service';
import { Parents } from './content-tree/parents';
import { Placement } from './content-tree/placement';
import { fileStoreProvider } from './files/file-store.provider';
import { RenderedHtml } from './html/rendered-html';
import { SlugHistoryService } from './slugs/slug-history.service';
import { SlugService } from './slugs/slug.service';
import { TaggingService } from './tagging/tagging.service';
import { TrashService } from './trash/trash.service';

const renderedHtml: Provider = {
  provide: RenderedHtml,
  useFactory: (settings: Settings) => new RenderedHtml(settings.contentFiltering),
  inject: [SETTINGS],
};

const rules = [
  Parents,
  Placement,
  renderedHtml,
  AccessService,
  ActivityLog,
  CoverService,
  DefaultTemplates,
  PermissionScopes,
  ScopeRulings,
  SlugHistoryService,
  SlugService,
  TaggingService,
  TrashService,
  fileStoreProvider,
];

/** The rules that features share. */
@Module({ providers: rules, exports: rules })
export class DomainModule {}
