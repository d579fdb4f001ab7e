interface VenueRegion {
  /** As sent; when empty or absent, it is derived. */
  readonly stateprovince?: string | undefined;
  readonly country?: string | undefined;
  readonly state?: string | undefined;
  readonly province?: string | undefined;
}

const AMERICAN = new Set(['', 'us', 'united states']);

/** The region of a venue (calendar-behaviour §2.2): as given, else derived. In the United States or without a country it is the state, if any, otherwise the province. */
export function stateProvince({ stateprovince = '', country = '', state = '', province = '' }: VenueRegion): string {
  if (stateprovince !== '') return stateprovince;
  return state !== '' && AMERICAN.has(country.trim().toLowerCase()) ? state : province;
}
