import { Module } from '@nestjs/common';
import { LinkedModule } from '../../domain/linked/linked.module';
import { RecordsModule } from '../../domain/records/records.module';
import { OrganizerPresenter } from './organizer.presenter';
import { OrganizersController } from './organizers.controller';

@Module({
  imports: [LinkedModule, RecordsModule],
  controllers: [OrganizersController],
  providers: [OrganizerPresenter],
  exports: [OrganizerPresenter],
})
export class OrganizersModule {}
