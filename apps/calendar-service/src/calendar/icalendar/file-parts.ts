/**
 * - `read`: the event has it, in a member of its own.
 * - `kept`: it is stored as a line and exported again, if it is well-formed and has harmless addresses. Otherwise it is reported.
 * - `reported`: it is left out, and the report of the import names it.
 * - `ignored`: it says nothing that the event could lose; with the reason.
 */
export type Treatment = 'read' | 'kept' | 'reported' | { readonly ignored: string };

const all = <T extends Treatment>(treatment: T, names: string): Record<string, T> =>
  Object.fromEntries(names.split(' ').map((name) => [name, treatment]));

/** Properties of a VEVENT, by RFC and by program. */
export const EVENT_PROPERTIES: Readonly<Record<string, Treatment>> = {
  // RFC 5545
  ...all('read', 'UID SEQUENCE DTSTAMP LAST-MODIFIED DTSTART DTEND DURATION RRULE EXDATE RDATE RECURRENCE-ID'),
  ...all('read', 'SUMMARY DESCRIPTION STATUS CLASS LOCATION GEO CATEGORIES URL ORGANIZER'),
  ...all('kept', 'ATTENDEE ATTACH COMMENT CONTACT PRIORITY RELATED-TO REQUEST-STATUS RESOURCES TRANSP'),
  CREATED: { ignored: 'Files show when the event was created here.' },
  // RFC 2445
  EXRULE: 'read',
  // RFC 7986, RFC 9073, RFC 9253
  ...all('kept', 'COLOR CONFERENCE IMAGE NAME SOURCE'),
  ...all('kept', 'CALENDAR-ADDRESS LOCATION-TYPE PARTICIPANT-TYPE RESOURCE-TYPE STRUCTURED-DATA CONCEPT LINK REFID'),
  // Its markup is not sanitised, unlike that of X-ALT-DESC.
  'STYLED-DESCRIPTION': 'reported',
  // Properties of other components, which have no meaning in an event.
  ...all('reported', 'ACKNOWLEDGED ACTION PROXIMITY REPEAT TRIGGER BUSYTYPE COMPLETED DUE FREEBUSY PERCENT-COMPLETE'),
  ...all('reported', 'TZID TZID-ALIAS-OF TZNAME TZOFFSETFROM TZOFFSETTO TZUNTIL TZURL'),
  ...all('reported', 'CALSCALE METHOD PRODID REFRESH-INTERVAL VERSION'),
  // Properties of single programs
  ...all('read', 'X-ALMANAC-DRAFT X-ALMANAC-STATUS X-ALMANAC-TZID X-ALT-DESC'),
  ...all('read', 'X-MICROSOFT-CDO-ALLDAYEVENT X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT X-FUNAMBOL-ALLDAY'),
  ...all('kept', 'X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-IMPORTANCE X-MICROSOFT-DISALLOW-COUNTER'),
  ...all('kept', 'X-APPLE-STRUCTURED-LOCATION X-APPLE-TRAVEL-ADVISORY-BEHAVIOR X-GOOGLE-CONFERENCE X-MOZ-GENERATION'),
  'X-LIC-ERROR': { ignored: 'A program that wrote the file notes here what it could not read.' },
};

/** Other properties of a VEVENT are kept, too. Names of this calendar's own may get a meaning later. */
export const treatmentOf = (name: string): Treatment =>
  EVENT_PROPERTIES[name] ?? (name.startsWith('X-ALMANAC-') ? 'reported' : 'kept');

/** Components in a VEVENT. Others are reported. */
export const EVENT_COMPONENTS: Readonly<Record<string, Treatment>> = {
  VALARM: 'kept',
  ...all('reported', 'PARTICIPANT VLOCATION VRESOURCE'),
};

/** Components of a calendar. Others are reported. */
export const CALENDAR_COMPONENTS: Readonly<Record<string, Treatment>> = {
  ...all('read', 'VEVENT VTIMEZONE'),
  ...all('reported', 'VTODO VJOURNAL VFREEBUSY VAVAILABILITY VPOLL'),
};

/** Parameters of properties that are read. Kept lines keep theirs. Others are reported as `property;parameter`. */
export const PARAMETERS: Readonly<Record<string, Treatment>> = {
  ...all('read', 'TZID VALUE'),
  CHARSET: { ignored: 'The whole file is in UTF-8.' },
  LANGUAGE: { ignored: 'The words of the text are the same without it.' },
  'X-VOBJ-FLOATINGTIME-ALLOWED': { ignored: 'A note of a library on its own work.' },
  ...all('reported', 'ALTREP CN CUTYPE DELEGATED-FROM DELEGATED-TO DERIVED DIR DISPLAY EMAIL ENCODING FBTYPE FEATURE'),
  ...all('reported', 'FMTTYPE GAP LABEL LINKREL MEMBER ORDER PARTSTAT RELATED RELTYPE ROLE RSVP SCHEDULE-AGENT'),
  ...all('reported', 'SCHEDULE-FORCE-SEND SCHEDULE-STATUS SCHEMA SENT-BY'),
};

/** Parameters that are read with some properties alone. */
const OF_PROPERTY: Readonly<Record<string, readonly string[]>> = {
  ORGANIZER: ['CN', 'EMAIL'],
  'RECURRENCE-ID': ['RANGE'],
  'X-ALT-DESC': ['FMTTYPE'],
};

export const treatmentOfParameter = (property: string, parameter: string): Treatment =>
  OF_PROPERTY[property]?.includes(parameter) ? 'read' : (PARAMETERS[parameter] ?? 'reported');

const OF_CALENDAR = { ignored: 'It describes the calendar or the file, and no event.' };

/** Properties of a calendar. Others are ignored, because they describe none of its events. */
export const CALENDAR_PROPERTIES: Readonly<Record<string, Treatment>> = {
  ...all('read', 'CALSCALE METHOD X-WR-TIMEZONE'),
  ...all(OF_CALENDAR, 'PRODID VERSION UID NAME DESCRIPTION CATEGORIES COLOR IMAGE LAST-MODIFIED URL SOURCE'),
  ...all(
    OF_CALENDAR,
    'REFRESH-INTERVAL X-PUBLISHED-TTL X-WR-CALNAME X-WR-CALDESC X-WR-RELCALID X-APPLE-CALENDAR-COLOR',
  ),
  ...all(OF_CALENDAR, 'X-MS-OLK-FORCEINSPECTOROPEN X-OWNER X-PRIMARY-CALENDAR'),
};
