/**
 * The form of a text. Helm checks the values of the chart by the same patterns, so they use only what JavaScript and RE2 have in common:
 * nothing that looks ahead or behind, and no flags.
 */
export interface Form {
  readonly pattern: RegExp;
  /** A part that the pattern allows, but the setting does not. */
  readonly except?: RegExp;
  /** In characters, as a schema counts them. */
  readonly maxLength?: number;
  /** A URL that a parser accepts. */
  readonly isUrl?: true;
  /** Follows the name of the setting. */
  readonly complaint: string;
}

export const fits = (text: string, { pattern, except, maxLength = Infinity, isUrl }: Form): boolean =>
  [...text].length <= maxLength && pattern.test(text) && except?.test(text) !== true && (!isUrl || URL.canParse(text));

/** The same in capital and small letters. There must be no classes in it. */
export const inAnyCase = (source: string): string =>
  source.replace(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

const OCTET = '(?:25[0-5]|(?:2[0-4]|1[0-9]|[1-9]?)[0-9])';
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
/** Groups before and after the two colons that stand for zeros. */
const SHORTENED = [1, 2, 3, 4, 5, 6].map((n) => `(?:${GROUP}:){1,${n}}(?::${GROUP}){1,${7 - n}}`);
const WITH_IPV4 = [1, 2, 3, 4, 5].map((n) => `(?:${GROUP}:){1,${n}}(?::${GROUP}){0,${5 - n}}:${IPV4}`);
const IPV6 = `(?:${[
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...SHORTENED,
  `:(?::${GROUP}){1,7}`,
  `(?:${GROUP}:){6}${IPV4}`,
  ...WITH_IPV4,
  `::(?:${GROUP}:){0,5}${IPV4}`,
  '::',
].join('|')})`;

/** A name whose last part is no number, because such names are read as IPv4 addresses. */
const HOST_NAME = '(?:[A-Za-z0-9_-]+\\.)*[0-9_-]*[A-Za-z][A-Za-z0-9_-]*\\.?';
const BRACKETS = '\\[[0-9A-Fa-f:.]+\\]';
const HOST = `(?:${HOST_NAME}|${IPV4}|${BRACKETS})`;
const PORT = '(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4}))?';

/** A plain address in which paths can be appended. */
export const WEB_ADDRESS: Form = {
  pattern: new RegExp(`^https?://${HOST}${PORT}(?:/[^\\s?#]*)?$`),
  isUrl: true,
  complaint:
    'must be an http or https URL without user name, query and fragment, its host in ASCII (bücher.example is xn--bcher-kva.example)',
};

/** Names the origin of a server, with nothing after it. */
export const ORIGIN: Form = {
  pattern: new RegExp(`^https?://${HOST}${PORT}/?$`),
  isUrl: true,
  complaint: 'must be an address such as http://content:8081, with no path, query or user name',
};

const DATABASE_SERVER = `(?:[^\\s/?#@:[\\]<>\\\\^|]+|${BRACKETS})${PORT}`;

/** Names a database, or a user whose database has the same name. A slash at its end is not part of a name. */
export const DATABASE_URL: Form = {
  pattern: new RegExp(
    `^postgres(?:ql)?://(?:(?:(?:[^\\s/?#]*@)?${DATABASE_SERVER})?/[^\\s/?#]+(?:/|\\?[^\\s#]*)?|[^\\s/?#]+@${DATABASE_SERVER}/?(?:\\?[^\\s#]*)?)$`,
  ),
  isUrl: true,
  complaint: 'must be a URL such as postgres://user:password@host:5432/database',
};

/** The client of Redis would take any other parameter for one of its options. */
const REDIS_PARAMETER = '(?:db=[0-9]{1,5}|family=[046]|(?:username|password)=[^\\s&#]+)';

/** Whether a Redis answers there is no matter of its form. */
export const REDIS_URL: Form = {
  pattern: new RegExp(
    `^rediss?://(?:(?:[^\\s/?#%]|%[0-9A-Fa-f]{2})*@)?${HOST}${PORT}(?:/[0-9]{0,5})?(?:\\?${REDIS_PARAMETER}(?:&${REDIS_PARAMETER})*)?$`,
  ),
  except: /:0+(?:[/?]|$)/,
  isUrl: true,
  complaint:
    'must be a URL such as redis://user:password@host:6379/2, with nothing after it but ?db, family, username and password (write @ : / ? # % in a password as %40 %3A %2F %3F %23 %25)',
};

/** An address, or a range of addresses such as `10.0.0.0/8`. */
export const ADDRESS_RANGE: Form = {
  pattern: new RegExp(`^(?:${IPV4}(?:/(?:3[0-2]|[12]?[0-9]))?|${IPV6}(?:/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))?)$`),
  complaint: 'must be addresses or ranges such as 10.0.0.0/8',
};

const MIN_SECRET = 32;
/** They travel in a header, so they are ASCII. */
const SECRET = `[!-+\\--~][ -+\\--~]{${MIN_SECRET - 2},}[!-+\\--~]`;

/** One secret, or several while it is being replaced. */
export const SECRETS: Form = {
  pattern: new RegExp(`^${SECRET}(?: *, *${SECRET})*$`),
  complaint: `must have at least ${MIN_SECRET} characters (ASCII); several secrets, each as long, are separated by commas`,
};

const AREAS =
  'Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US';
const ZONES_WITHOUT_AREA =
  'CET|CST6CDT|Cuba|EET|EST|EST5EDT|Egypt|Eire|GB|GB-Eire|GMT|GMT[+-]?0|Greenwich|HST|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|MET|MST|MST7MDT|NZ|NZ-CHAT|Navajo|PRC|PST8PDT|Poland|Portugal|ROC|ROK|Singapore|Turkey|UCT|UTC|Universal|W-SU|WET|Zulu';

const zone = (areas: string, names: string) => new RegExp(`^(?:(?:${areas})(?:/[A-Za-z0-9_+-]+){1,2}|${names})$`);

/** An IANA name as it is written, for programs that read it exactly. */
export const EXACT_TIME_ZONE = zone(AREAS, ZONES_WITHOUT_AREA);

/** Looks like an IANA name. Which names exist depends on the runtime. */
export const TIME_ZONE: Form = {
  pattern: zone(inAnyCase(AREAS), inAnyCase(ZONES_WITHOUT_AREA)),
  complaint: 'must be a time zone name such as Europe/Rome',
};

/** An address to listen on. */
export const LISTEN_ADDRESS: Form = { pattern: /^[0-9A-Za-z.:_-]+$/, complaint: 'must be an address such as 0.0.0.0' };
