/** Links whose last segment opens an account: whoever reads it in a log could use it. */
const SECRET_LINK = /^(\/(?:register\/invite|password\/reset)\/)[^/?]+/;

export const withoutLinkSecret = (target: string): string => target.replace(SECRET_LINK, '$1[redacted]');
