/** Links whose last segment gives access to an account, so it must not appear in logs. */
const SECRET_LINK = /^(\/(?:register\/invite|password\/reset)\/)[^/?]+/;

export const withoutLinkSecret = (target: string): string => target.replace(SECRET_LINK, '$1[redacted]');
