/** Whoever reads the address of a private feed in a log could use it. */
const SECRET_ADDRESS = /(\/feeds\/)[^/?]+(?=\.ics)/i;

export const withoutFeedToken = (target: string): string => target.replace(SECRET_ADDRESS, '$1[redacted]');
