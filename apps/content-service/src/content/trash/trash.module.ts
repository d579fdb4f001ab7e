import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module';
import { ActivityModule } from '../activity/activity.module';
import { ContentTreeModule } from '../content-tree/content-tree.module';
import { FilesModule } from '../files/files.module';
import { ImagesModule } from '../images/images.module';
import { SlugsModule } from '../slugs/slugs.module';
import { BinnedItems } from './binned-items';
import { Destroyer } from './destroyer';
import { Restorer } from './restorer';
import { TrashService } from './trash.service';
import { Deletion } from './deletion.entity';

/** The recycle bin. */
@Module({
  imports: [
    AccessModule,
    ActivityModule,
    ContentTreeModule,
    FilesModule,
    ImagesModule,
    SlugsModule,
    TypeOrmModule.forFeature([Deletion]),
  ],
  providers: [BinnedItems, Destroyer, Restorer, TrashService],
  exports: [BinnedItems, Destroyer, Restorer, TrashService],
})
export class TrashModule {}
