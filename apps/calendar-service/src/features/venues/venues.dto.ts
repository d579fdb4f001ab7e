import { Explained } from '@almanac/openapi';
import { Present } from '@almanac/validation';
import { NamedInOrder } from '../../calendar/parameters/read-parameters';
import { LooseBoolean, NullAs, OptionalText, PlainName, WebAddressOrNothing } from '../../calendar/parameters/rules';
import { Latitude, Longitude, Together } from '../../calendar/places/place-rules';
import { DESCRIPTION_NOTE, IMAGE_NOTE, nullByDefault, RecordDto } from '../../records/record/record.dto';

@NamedInOrder(
  ...['author', 'date', 'date_utc', 'venue', 'description', 'status', 'show_map', 'show_map_link', 'address', 'city'],
  ...['country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website', 'image'],
)
@Explained<UpdateVenueDto>({
  venue: 'The name',
  description: nullByDefault(DESCRIPTION_NOTE),
  image: nullByDefault(IMAGE_NOTE),
  show_map: { description: 'Whether to show a map', default: true },
  show_map_link: { description: 'Whether to link to a map', default: true },
  address: nullByDefault('Street and number'),
  city: nullByDefault('The city'),
  country: nullByDefault('The country'),
  province: nullByDefault('The province'),
  state: nullByDefault('The state'),
  zip: nullByDefault('The postal code'),
  phone: nullByDefault('The phone number'),
  stateprovince: nullByDefault('The region; made from state, province and country unless given'),
  website: nullByDefault('URL of a page of its own'),
  geo_lat: 'Latitude in degrees; looked up by the address unless given, if the site has a service for that',
  geo_lng: 'Longitude in degrees',
})
export class UpdateVenueDto extends RecordDto {
  @PlainName()
  venue?: string;

  @NullAs(true)
  @LooseBoolean()
  show_map?: boolean;

  @NullAs(true)
  @LooseBoolean()
  show_map_link?: boolean;

  @OptionalText()
  address?: string;

  @OptionalText()
  city?: string;

  @OptionalText()
  country?: string;

  @OptionalText()
  province?: string;

  @OptionalText()
  state?: string;

  @OptionalText()
  zip?: string;

  @OptionalText()
  phone?: string;

  @OptionalText()
  stateprovince?: string;

  @WebAddressOrNothing()
  website?: string;

  @Latitude(true)
  @Together('geo_lng')
  geo_lat?: number | null;

  @Longitude(true)
  @Together('geo_lat')
  geo_lng?: number | null;
}

export class CreateVenueDto extends UpdateVenueDto {
  @Present()
  @PlainName()
  override venue!: string;
}
