/** The data that all pages of the calendar give to the layout. */
export const CALENDAR_PAGE = {
  section: 'calendar',
  width: 'plain',
  styles: ['library.css', 'calendar.css', 'categories.css'],
};

/** The same for the pages of one event, venue, organizer, category or tag. */
export const RECORD_PAGE = {
  ...CALENDAR_PAGE,
  ownHeading: true,
  styles: [...CALENDAR_PAGE.styles, 'records.css'],
  scripts: ['wide-parts.js'],
};
