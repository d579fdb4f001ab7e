import { Module } from '@nestjs/common';
import { RecordsModule } from '../../../records/records.module';
import { EventRowsModule } from '../rows/event-rows.module';
import { SeriesExpansion } from './expansion/series-expansion';
import { SeriesExtension } from './expansion/series-extension';
import { SeriesReach } from './expansion/series-reach';
import { SeriesRoller } from './expansion/series-roller';
import { SeriesWork } from './expansion/series-work';
import { SeriesRepository } from './rows/series.repository';
import { SeriesCuts } from './series-cuts';
import { SeriesPlanning } from './series-planning';
import { SeriesScopes } from './series-scopes';
import { SeriesTrash } from './series-trash';

@Module({
  imports: [EventRowsModule, RecordsModule],
  exports: [SeriesCuts, SeriesExpansion, SeriesPlanning, SeriesReach, SeriesScopes, SeriesTrash],
  providers: [
    SeriesCuts,
    SeriesExpansion,
    SeriesExtension,
    SeriesPlanning,
    SeriesReach,
    SeriesRepository,
    SeriesRoller,
    SeriesScopes,
    SeriesTrash,
    SeriesWork,
  ],
})
export class SeriesModule {}
