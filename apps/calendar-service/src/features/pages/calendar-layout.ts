/** The data that all pages of the calendar give to the layout. */
export const CALENDAR = { section: 'calendar', width: 'plain', styles: ['calendar.css'] };
