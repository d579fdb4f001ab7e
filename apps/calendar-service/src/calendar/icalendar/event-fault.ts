/** Why an event of a file cannot be imported, in a sentence for the caller. */
export class EventFault extends Error {}
