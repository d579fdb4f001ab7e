const DAY_MS = 86_400_000;

/** A date so many days from today. Noon is on the same day in UTC and in the site's zone of tests. */
export const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

/** Two hours at noon of that day. */
export const noon = (offset: number) => ({
  start_date: `${day(offset)} 12:00:00`,
  end_date: `${day(offset)} 14:00:00`,
});
