import { Module } from '@nestjs/common';
import { LinkedModule } from '../../domain/linked/linked.module';
import { RecordsModule } from '../../domain/records/records.module';
import { VenuePresenter } from './venue.presenter';
import { VenuesController } from './venues.controller';

@Module({ imports: [LinkedModule, RecordsModule], controllers: [VenuesController], providers: [VenuePresenter], exports: [VenuePresenter] })
export class VenuesModule {}
