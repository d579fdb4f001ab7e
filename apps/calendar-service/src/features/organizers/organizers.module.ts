import { Module } from '@nestjs/common';
import { LinkedModule } from '../../records/linked.module';
import { OrganizersController } from './organizers.controller';

@Module({ imports: [LinkedModule], controllers: [OrganizersController] })
export class OrganizersModule {}
