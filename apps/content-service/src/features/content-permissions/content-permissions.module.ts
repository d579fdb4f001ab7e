import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentPermissionsController } from './content-permissions.controller';
import { ContentPermissionsRepository } from './content-permissions.repository';
import { ContentPermissionsService } from './content-permissions.service';
import { RightsOverview } from './rights-overview';

@Module({
  imports: [AccessModule, ActivityModule],
  controllers: [ContentPermissionsController],
  providers: [ContentPermissionsService, ContentPermissionsRepository, RightsOverview],
  exports: [ContentPermissionsService, RightsOverview],
})
export class ContentPermissionsModule {}
