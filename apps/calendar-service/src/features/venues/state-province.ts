const UNITED_STATES: ReadonlySet<string> = new Set(['', 'us', 'united states']);

/** The region of a venue when none is given: the state in the United States or nowhere in particular, else the province (calendar-behaviour §2.2). */
export function stateProvince({ state, province, country }: { state: string; province: string; country: string }): string {
  return state !== '' && UNITED_STATES.has(country.toLowerCase()) ? state : province;
}
