import { PageDto } from '../lists/page.dto';
import { DateText, PlainName } from '../parameters/record-rules';
import { Required } from '../parameters/presence';
import { FilledText, LooseYesNo, OptionalText, RecordId, WebAddress, Words } from '../parameters/rules';
import { Latitude, Longitude, Together } from '../places/place-rules';
import { RecordDto } from '../records/record.dto';

export class UpdateVenueDto extends RecordDto {
  @PlainName()
  venue?: string;

  @LooseYesNo()
  show_map?: boolean;

  @LooseYesNo()
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

  @WebAddress()
  website?: string;

  @Latitude(true)
  @Together('geo_lng')
  geo_lat?: number | null;

  @Longitude(true)
  @Together('geo_lat')
  geo_lng?: number | null;
}

export class CreateVenueDto extends UpdateVenueDto {
  @Required()
  @PlainName()
  override venue!: string;
}

export class VenueListDto extends PageDto {
  @FilledText()
  search?: string;

  @RecordId()
  event?: number;

  @LooseYesNo()
  has_events?: boolean;

  @LooseYesNo()
  only_with_upcoming?: boolean;

  @Words()
  status?: string[];

  @DateText()
  modified_after?: string;
}
