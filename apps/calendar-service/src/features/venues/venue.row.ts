import type { NamedRecord } from '../../records/queries/record-kind';

/** A venue as queries read it. */
export interface VenueRow extends NamedRecord {
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  stateprovince: string;
  website: string;
  showMap: boolean;
  showMapLink: boolean;
  /** Degrees; null together. */
  geoLat: number | null;
  geoLng: number | null;
}
