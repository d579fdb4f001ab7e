import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { ImagesModule } from '../../content/images/images.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TaggingModule } from '../../content/tagging/tagging.module';
import { TrashModule } from '../../content/trash/trash.module';
import { ShelfBooks } from './shelf-books';
import { ShelvesController } from './shelves.controller';
import { ShelvesRepository } from './shelves.repository';
import { ShelvesService } from './shelves.service';

@Module({
  imports: [AccessModule, ActivityModule, CrossReferencesModule, ImagesModule, SlugsModule, TaggingModule, TrashModule],
  controllers: [ShelvesController],
  providers: [ShelvesService, ShelvesRepository, ShelfBooks],
})
export class ShelvesModule {}
