/** Why an event of a file cannot be taken over, in a sentence for the caller. */
export class EventFault extends Error {}
