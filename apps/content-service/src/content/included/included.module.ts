import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ContentTreeModule } from '../content-tree/content-tree.module';
import { IncludedMembers } from './included-members';
import { ItemIncludes } from './item-includes';

/** Members that answers have on request. */
@Module({
  imports: [AccessModule, ContentTreeModule],
  providers: [IncludedMembers, ItemIncludes],
  exports: [IncludedMembers, ItemIncludes],
})
export class IncludedModule {}
