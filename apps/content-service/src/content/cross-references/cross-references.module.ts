import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { AccessModule } from '../access/access.module';
import { ContentTreeModule } from '../content-tree/content-tree.module';
import { AddressChanges } from './address-changes';
import { CrossReferences } from './cross-references';
import { LinkAudience, LinkRewriter } from './link-rewriter';
import { PageContent } from '../items/page.entity';
import { AddressChange } from './links.entity';

/** Links between items, which follow renamed items. */
@Module({
  imports: [AccessModule, ContentTreeModule, RenderingModule, TypeOrmModule.forFeature([AddressChange, PageContent])],
  providers: [AddressChanges, CrossReferences, LinkAudience, LinkRewriter],
  exports: [CrossReferences],
})
export class CrossReferencesModule {}
