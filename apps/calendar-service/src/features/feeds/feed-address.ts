/** The URL of a private feed grants access, so logs must not hold its token. */
const SECRET_ADDRESS = /(\/feeds\/)[^/?]+(?=\.ics)/i;

export const withoutFeedToken = (target: string): string => target.replace(SECRET_ADDRESS, '$1[redacted]');
