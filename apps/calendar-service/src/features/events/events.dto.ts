import { Explained } from '../../calendar/description/fields';
import type { GivenImage } from '../../calendar/images/given-image';
import { PageDto } from '../../calendar/lists/page.dto';
import { RecordIdOrNone } from '../../calendar/parameters/clearable-rules';
import { DateText, ImageReference, PlainName, ZoneName } from '../../calendar/parameters/record-rules';
import { Required } from '../../calendar/parameters/presence';
import {
  Anything,
  FilledText,
  LONG_TEXT,
  NullAs,
  OneOf,
  OptionalText,
  RecordId,
  RecordIds,
  SomeWords,
  WebAddress,
  Words,
  YesNo,
} from '../../calendar/parameters/rules';
import { FARTHEST } from '../../calendar/places/distance';
import { Latitude, Longitude, NumberWithin, Together } from '../../calendar/places/place-rules';
import { TermReferences } from '../terms/terms.dto';
import { CostItems } from './inputs/cost-items';
import { Links } from './inputs/linked-items';
import { OccurrenceDto } from '../../calendar/parameters/occurrence.dto';
import { SeriesDto } from './series/series.dto';
import { EVENT_STATUSES, type EventStatus } from './event-row';
import { EVENT_LIST_NOTES, EVENT_NOTES, EVENT_READ_NOTES } from './event-notes';

@Explained<UpdateEventDto>(EVENT_NOTES)
export class UpdateEventDto extends SeriesDto {
  @PlainName()
  title?: string;

  @OptionalText()
  slug?: string;

  @OptionalText(LONG_TEXT)
  excerpt?: string;

  @ZoneName()
  timezone?: string;

  @NullAs(false)
  @YesNo()
  all_day?: boolean;

  @DateText()
  start_date?: string;

  @DateText()
  end_date?: string;

  @CostItems()
  cost?: string[];

  @WebAddress()
  website?: string;

  @NullAs(false)
  @YesNo()
  show_map?: boolean;

  @NullAs(false)
  @YesNo()
  show_map_link?: boolean;

  @NullAs(false)
  @YesNo()
  hide_from_listings?: boolean;

  @NullAs(false)
  @YesNo()
  sticky?: boolean;

  @NullAs(false)
  @YesNo()
  featured?: boolean;

  @TermReferences()
  categories?: string[];

  @TermReferences()
  tags?: string[];

  /** Validated by `LinkedRecords`, which parses all forms and looks up ids. */
  @Links()
  venue?: unknown;

  @Links()
  organizer?: unknown;

  @RecordIdOrNone()
  post_parent?: number | null;

  @NullAs('scheduled')
  @OneOf(EVENT_STATUSES)
  event_status?: EventStatus;

  /** The reason why the event does not take place as planned. */
  @OptionalText()
  event_status_reason?: string;

  /** Protects the event; an empty password removes the protection. Never shown. */
  @OptionalText()
  password?: string;
}

export class CreateEventDto extends UpdateEventDto {
  @Required()
  @PlainName()
  override title!: string;

  @Required()
  @DateText()
  override start_date!: string;

  @Required()
  @DateText()
  override end_date!: string;

  /** A new event has no image that could be removed. */
  @ImageReference({ clearable: false })
  override image?: GivenImage;
}

@Explained<ReadEventDto>(EVENT_READ_NOTES)
export class ReadEventDto extends OccurrenceDto {
  @FilledText()
  password?: string;

  @OptionalText()
  context?: string;
}

@Explained<EventListDto>(EVENT_LIST_NOTES)
export class EventListDto extends PageDto {
  // `resolveDateWindow` validates all dates together.
  @Anything()
  start_date?: unknown;

  @Anything()
  end_date?: unknown;

  @Anything()
  starts_before?: unknown;

  @Anything()
  starts_after?: unknown;

  @Anything()
  ends_before?: unknown;

  @Anything()
  ends_after?: unknown;

  @Anything()
  overlaps_from?: unknown;

  @Anything()
  overlaps_to?: unknown;

  @Anything()
  modified_after?: unknown;

  @Anything()
  strict_dates?: unknown;

  @Anything()
  tz?: unknown;

  @FilledText()
  search?: string;

  @SomeWords()
  categories?: string[];

  @SomeWords()
  tags?: string[];

  @RecordIds()
  venue?: number[];

  @RecordIds()
  organizer?: number[];

  @YesNo()
  featured?: boolean;

  @Words()
  status?: string[];

  @RecordIds()
  include?: number[];

  @RecordId()
  post_parent?: number;

  @YesNo()
  ticketed?: boolean;

  @YesNo()
  geoloc?: boolean;

  @Latitude()
  @Together('geoloc_lng')
  geoloc_lat?: number;

  @Longitude()
  @Together('geoloc_lat')
  geoloc_lng?: number;

  @NumberWithin({ from: 0, to: FARTHEST })
  geoloc_radius?: number;

  @FilledText()
  password?: string;
}

@Explained<OccurrenceListDto>({
  start_date: 'Occurrences that are not over before this day',
  end_date: 'Occurrences that have begun by the end of this day',
  password: 'The password of a protected event',
})
export class OccurrenceListDto extends PageDto {
  @DateText()
  start_date?: string;

  @DateText()
  end_date?: string;

  @FilledText()
  password?: string;
}
