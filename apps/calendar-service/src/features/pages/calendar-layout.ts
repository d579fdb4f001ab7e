/** The data that all pages of the calendar give to the layout. */
export const CALENDAR = { section: 'calendar', width: 'plain', styles: ['library.css', 'calendar.css'] };

/** The same for the pages of one event, venue, organizer, category or tag. */
export const RECORD_PAGE = { ...CALENDAR, ownHeading: true, styles: [...CALENDAR.styles, 'records.css'] };
