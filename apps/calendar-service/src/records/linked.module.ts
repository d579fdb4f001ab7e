import { Module } from '@nestjs/common';
import { ChangesModule } from './changes/changes.module';
import { ImagesModule } from '../calendar/images/images.module';
import { OrganizerPresenter } from '../features/organizers/organizer.presenter';
import { PlacesModule } from '../calendar/places/places.module';
import { RecordsModule } from './records.module';
import { VenuePresenter } from '../features/venues/venue.presenter';
import { LinkedListing } from './record-lists';
import { LinkedMaking } from './record-creation';
import { LinkedRepository } from './linked.repository';
import { LinkedService } from './record.service';

@Module({
  imports: [ChangesModule, ImagesModule, PlacesModule, RecordsModule],
  providers: [LinkedListing, LinkedMaking, LinkedRepository, LinkedService, OrganizerPresenter, VenuePresenter],
  exports: [LinkedMaking, LinkedRepository, LinkedService, OrganizerPresenter, VenuePresenter],
})
export class LinkedModule {}
