import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { ImagesModule } from '../images/images.module';
import { OrganizerPresenter } from '../organizers/organizer.presenter';
import { PlacesModule } from '../places/places.module';
import { RecordsModule } from '../records/records.module';
import { VenuePresenter } from '../venues/venue.presenter';
import { LinkedListing } from './linked-listing';
import { LinkedMaking } from './linked-making';
import { LinkedRepository } from './linked.repository';
import { LinkedService } from './linked.service';

@Module({
  imports: [ChangesModule, ImagesModule, PlacesModule, RecordsModule],
  providers: [LinkedListing, LinkedMaking, LinkedRepository, LinkedService, OrganizerPresenter, VenuePresenter],
  exports: [LinkedMaking, LinkedRepository, LinkedService, OrganizerPresenter, VenuePresenter],
})
export class LinkedModule {}
