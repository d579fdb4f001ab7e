import { Module } from '@nestjs/common';
import { ActivityModule } from '../../content/activity/activity.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TrashModule } from '../../content/trash/trash.module';
import { WebModule } from '../../web/web.module';
import { RecycleBinSiteController } from './site/recycle-bin-site.controller';
import { RecycleBinController } from './recycle-bin.controller';
import { RecycleBinRepository } from './recycle-bin.repository';
import { RecycleBinService } from './recycle-bin.service';

@Module({
  imports: [ActivityModule, SlugsModule, TrashModule, WebModule],
  controllers: [RecycleBinController, RecycleBinSiteController],
  providers: [RecycleBinService, RecycleBinRepository],
})
export class RecycleBinModule {}
