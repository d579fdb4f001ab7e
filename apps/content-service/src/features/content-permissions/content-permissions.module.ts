import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { ContentPermissionsController } from './content-permissions.controller';
import { ContentPermissionsRepository } from './content-permissions.repository';
import { ContentPermissionsService } from './content-permissions.service';

@Module({
  imports: [DomainModule],
  controllers: [ContentPermissionsController],
  providers: [ContentPermissionsService, ContentPermissionsRepository],
})
export class ContentPermissionsModule {}
