import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { OrganizersController } from './organizers.controller';

@Module({ imports: [RecordsModule], controllers: [OrganizersController] })
export class OrganizersModule {}
