import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { IncludedModule } from '../../content/included/included.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { CrossReferencesModule } from '../../content/cross-references/cross-references.module';
import { ImagesModule } from '../../content/images/images.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TrashModule } from '../../content/trash/trash.module';
import { Shelf, ShelfBook } from '../../content/items/shelf.entity';
import { ShelfWriter } from './shelf-writer';
import { ShelvesController } from './shelves.controller';
import { ShelvesRepository } from './shelves.repository';
import { ShelvesService } from './shelves.service';

@Module({
  imports: [
    AccessModule,
    ActivityModule,
    CrossReferencesModule,
    ImagesModule,
    IncludedModule,
    SlugsModule,
    TrashModule,
    TypeOrmModule.forFeature([Shelf, ShelfBook]),
  ],
  controllers: [ShelvesController],
  providers: [ShelvesService, ShelvesRepository, ShelfWriter],
  exports: [ShelvesService],
})
export class ShelvesModule {}
