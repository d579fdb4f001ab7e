import type { VenueRow } from '../../../venues/venue.schema';

type Address = Pick<VenueRow, 'address' | 'city' | 'zip' | 'stateprovince' | 'country'>;
type Place = Address & Pick<VenueRow, 'name' | 'geoLat' | 'geoLng'>;

/** The lines of a postal address; empty parts are left out. */
export function addressLines({ address, city, zip, stateprovince, country }: Address): string[] {
  const town = [[city, stateprovince].filter((part) => part !== '').join(', '), zip];
  return [address, town.filter((part) => part !== '').join(' '), country].filter((line) => line !== '');
}

const MAP = 'https://www.openstreetmap.org';
const ZOOM = 16;

/** The place on a map: by its coordinates, else by its address; undefined when it has neither. */
export function mapLink(place: Omit<Place, 'name'>): string | undefined {
  const { geoLat, geoLng } = place;
  if (geoLat !== null && geoLng !== null)
    return `${MAP}/?mlat=${geoLat}&mlon=${geoLng}#map=${ZOOM}/${geoLat}/${geoLng}`;
  const lines = addressLines(place);
  return lines.length > 0 ? `${MAP}/search?${new URLSearchParams({ query: lines.join(', ') }).toString()}` : undefined;
}

/** The place on one line, as calendar programs show it. */
export const placeLine = (place: Place): string => [place.name, ...addressLines(place)].join(', ');
