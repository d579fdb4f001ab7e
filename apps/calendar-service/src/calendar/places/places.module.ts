import { Database } from '@almanac/database';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { Geocoder, NoGeocoder } from './geocoder';
import { HttpGeocoder } from './http-geocoder';

@Module({
  providers: [
    {
      provide: Geocoder,
      useFactory: ({ geocoderUrl }: Settings, database: Database): Geocoder =>
        geocoderUrl === undefined ? new NoGeocoder() : new HttpGeocoder(geocoderUrl, database),
      inject: [SETTINGS, Database],
    },
  ],
  exports: [Geocoder],
})
export class PlacesModule implements OnApplicationShutdown {
  constructor(@Inject(Geocoder) private readonly geocoder: Geocoder) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.geocoder instanceof HttpGeocoder) await this.geocoder.close();
  }
}
