import { parseTimeZone, type TimeZone } from '../../time-zones/time-zone';
import { windowsZone } from '../../time-zones/windows-zones';
import { zoneOfId } from '../zone-ids';

/**
 * Places that Windows, Exchange and Outlook list in the display name of a zone, `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`. The zones
 * are those that CLDR gives for the names of Windows. Places after which the tz database names a zone need no line, unless Windows has another zone.
 */
const PLACES = `
America/Adak=aleutian islands|Pacific/Honolulu=hawaii,hawaii-aleutian|Pacific/Marquesas=marquesas islands|America/Anchorage=alaska
America/Tijuana=baja california|America/Los_Angeles=pacific time (us & canada)|America/Phoenix=arizona|America/Mazatlan=chihuahua
America/Denver=mountain time (us & canada)|America/Guatemala=central america|America/Chicago=central time (us & canada)|Pacific/Easter=easter island
America/Mexico_City=guadalajara,monterrey|America/Regina=saskatchewan|America/Bogota=lima,quito,rio branco|America/Cancun=chetumal
America/New_York=eastern time (us & canada)|America/Port-au-Prince=haiti|America/Indianapolis=indiana (east),indiana
America/Grand_Turk=turks & caicos|America/Halifax=atlantic time (canada)|America/Cuiaba=manaus|America/La_Paz=georgetown,san juan
America/St_Johns=newfoundland|America/Sao_Paulo=brasilia|America/Cayenne=fortaleza|America/Buenos_Aires=buenos aires,city of buenos aires
America/Godthab=greenland,nuuk|America/Miquelon=saint pierre & miquelon|America/Bahia=salvador|Etc/GMT+2=mid-atlantic|Etc/GMT+12=eniwetok
Etc/GMT+12=international date line west|Atlantic/Cape_Verde=cabo verde is.,cape verde is.,cape verde islands
Europe/London=dublin,edinburgh,lisbon|Atlantic/Reykjavik=monrovia|Europe/Berlin=amsterdam,bern,rome,stockholm,vienna
Europe/Budapest=belgrade,bratislava,ljubljana,prague|Europe/Paris=brussels,copenhagen,madrid|Europe/Warsaw=sarajevo,skopje,zagreb
Africa/Lagos=west central africa|Europe/Bucharest=athens|Asia/Hebron=gaza|Africa/Johannesburg=harare,pretoria
Europe/Kiev=helsinki,kyiv,riga,sofia,tallinn,vilnius|Asia/Jerusalem=israel|Asia/Riyadh=kuwait,arab|Europe/Moscow=st. petersburg
Africa/Nairobi=east africa|Asia/Dubai=abu dhabi,muscat|Europe/Astrakhan=ulyanovsk|Europe/Samara=izhevsk|Indian/Mauritius=port louis
Asia/Tashkent=ashgabat|Asia/Yekaterinburg=ekaterinburg|Asia/Karachi=islamabad|Asia/Kolkata=chennai,kolkata,mumbai,new delhi,india
Asia/Colombo=sri jayawardenepura|Asia/Kathmandu=kathmandu|Asia/Almaty=astana|Asia/Rangoon=yangon,yangon (rangoon)|Asia/Bangkok=hanoi,jakarta
Asia/Barnaul=gorno-altaysk|Asia/Shanghai=beijing,chongqing,hong kong,hong kong sar,urumqi|Asia/Singapore=kuala lumpur|Asia/Ulaanbaatar=ulaan bataar
Asia/Tokyo=osaka,sapporo|Australia/Sydney=canberra,melbourne|Pacific/Port_Moresby=guam|Australia/Lord_Howe=lord howe island
Pacific/Bougainville=bougainville island|Asia/Srednekolymsk=chokurdakh|Pacific/Norfolk=norfolk island
Pacific/Guadalcanal=solomon is.,solomon islands,new caledonia|Asia/Kamchatka=anadyr,petropavlovsk-kamchatsky|Pacific/Auckland=wellington
Pacific/Fiji=fiji islands,marshall is.|Pacific/Chatham=chatham islands|Pacific/Tongatapu=nuku'alofa,tonga|Pacific/Pago_Pago=midway island
Pacific/Apia=samoa|Pacific/Kiritimati=kiritimati island`;

/** Names as a whole: former ones of Windows, those whose first place has left the zone of the others, and long and short names in general use. */
const WHOLE = `
UTC=z,coordinated universal time,universal coordinated time,greenwich mean time|Asia/Novosibirsk=almaty; novosibirsk|Asia/Dhaka=astana; dhaka
Asia/Yerevan=baku; tbilisi; yerevan,armenian,armenian standard time|Pacific/Guadalcanal=magadan; solomon islands; new caledonia,magadan; solomon is.; new caledonia
America/Mexico_City=mexico,mexico standard time|America/Mazatlan=mexico 2,mexico standard time 2|Etc/GMT+2=mid-atlantic standard time
Asia/Kamchatka=kamchatka standard time|Asia/Kabul=transitional islamic state of afghanistan,transitional islamic state of afghanistan standard time
Asia/Baku=azerbijan,azerbijan standard time|America/St_Johns=newfoundland & labrador,newfoundland & labrador standard time
Asia/Singapore=malay peninsula,malay peninsula standard time|Pacific/Fiji=fiji islands standard time|Europe/London=bst,british summer time
America/New_York=edt|America/Chicago=cst,cdt|America/Denver=mdt|America/Los_Angeles=pst,pdt|America/Anchorage=akst,akdt|America/St_Johns=ndt
Europe/Berlin=cest,mez,mesz|Europe/Bucharest=eest|Europe/Lisbon=west|Europe/Moscow=msk|Asia/Tokyo=jst|Asia/Seoul=kst|Asia/Hong_Kong=hkt
Asia/Singapore=sgt|Asia/Karachi=pkt|Asia/Jakarta=wib|Africa/Johannesburg=sast|Australia/Sydney=aest,aedt|Australia/Adelaide=acst,acdt
Australia/Perth=awst|Pacific/Auckland=nzst,nzdt`;

function tableOf(text: string): Map<string, string> {
  const lines = text.trim().split(/[|\n]/);
  return new Map(
    lines.flatMap((line) => {
      const [zone = '', names = ''] = line.split('=');
      return names.split(',').map((name): [string, string] => [name.replaceAll(';', ','), zone]);
    }),
  );
}

const whole = tableOf(WHOLE);
const places = tableOf(PLACES);
let cities: ReadonlyMap<string, string> | undefined;

/**
 * The name of the zone behind a display name without its offset, or behind another usual name. Lists of places are shortened and translated, so the
 * first known place counts.
 * @param name in small letters without accents, with `&` for `and`
 */
function zoneOfPlaces(name: string): string | undefined {
  const listed = name.split(/[,;:/]/).map((place) => place.trim());
  return (
    whole.get(name) ?? listed.map((place) => places.get(place) ?? zoneOfCity(place)).find((zone) => zone !== undefined)
  );
}

/** `America/New_York` for `new york`. */
function zoneOfCity(place: string): string | undefined {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [
      zone
        .slice(zone.lastIndexOf('/') + 1)
        .replaceAll('_', ' ')
        .toLowerCase(),
      zone,
    ]),
  );
  return cities.get(place);
}

/** Longer names are cut. The longest one in use has 70 characters. */
const MAX_LENGTH = 300;

/** The id without escapes and quotes. A TZID property is a text with escapes, and a TZID parameter has quotes instead. */
const plain = (id: string): string =>
  id
    .slice(0, MAX_LENGTH)
    .replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? ' ' : character))
    .replace(/\s+/g, ' ')
    .replace(/^[ "]+|[ "]+$/g, '');

/** Ids with the same key name the same zone of a file. */
export const zoneKey = (id: string): string => plain(id).toLowerCase();

/** A zone whose name counts more than the rules that a file gives for it: one of the tz database or of Windows, also below a prefix. */
export function zoneOfName(id: string): TimeZone | undefined {
  const name = plain(id);
  for (const end of [name, ...pathEnds(name)]) {
    const zone =
      zoneOfId(end) ?? (end.includes('/') && end.includes(' ') ? zoneOfId(end.replaceAll(' ', '_')) : undefined);
    if (zone) return zone;
  }
  return undefined;
}

/**
 * `/mozilla.org/20050126_1/Europe/Berlin` → `20050126_1/Europe/Berlin`, `Europe/Berlin`, `Berlin`. A name of one word counts only behind the prefix of a
 * globally unique id (RFC 5545, 3.2.19), such as `/example.org/UTC` and `tzone://Microsoft/Utc`.
 */
function pathEnds(name: string): string[] {
  const parts = name.split('/');
  const isUnique = /^(?:\/|tzone:)/i.test(name);
  return parts
    .slice(0, 10)
    .map((_, i) => parts.slice(i + 1).join('/'))
    .filter((end) => end.includes('/') || (isUnique && end !== ''));
}

/**
 * A zone by a name that has no fixed meaning, such as `(UTC-05:00) Eastern Time (US & Canada)`, `Eastern`, `GMT+2` or `W. Europe Standard Time 1`. Programs give
 * rules of their own to such names, so these are tried before.
 */
export function zoneOfUsualName(id: string): TimeZone | undefined {
  const name = plain(id);
  // Outlook numbers zones that have the same name and other rules.
  const [, unnumbered] = /^(.*[^\d ]) \d{1,2}$/.exec(name) ?? [];
  return usualZone(name) ?? (unnumbered === undefined ? undefined : (zoneOfName(unnumbered) ?? usualZone(unnumbered)));
}

function usualZone(written: string): TimeZone | undefined {
  const letters = written.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const name = letters.replaceAll('&amp;', '&').replaceAll(' and ', ' & ');
  const label = name.replace(/^\((?:utc|gmt|z)\b[^)]*\) ?/, '').replace(/ - (?:new|old)$/, '');
  const ofWindows = windowsNames(label).map(windowsZone);
  const zone = (text: string | undefined) => (text === undefined || text === '' ? undefined : parseTimeZone(text));
  return (
    zone(offsetName(label === '' ? name : label)) ??
    zone(ofWindows.find((found) => found !== undefined)) ??
    zone(zoneOfPlaces(label)) ??
    // `US-Eastern`
    zoneOfId(written.replace(/^([a-z]+)-(?=[a-z])/i, '$1/'))
  );
}

/** `GMT+2`, `GMT+0200`, `(UTC+02:00)`, `(GMT+02.00)`, `Coordinated Universal Time+02` → `UTC+2`. East is positive, unlike in `Etc/GMT-2`. */
function offsetName(name: string): string | undefined {
  const [, sign, hours, minutes = '00'] =
    /^\(?(?:utc|gmt|coordinated universal time) ?([+-]) ?(\d{1,2})(?:[:.]?([0-5]\d))?\)?$/.exec(name) ?? [];
  if (hours === undefined) return /^\((?:utc|gmt)\)$/.test(name) ? 'UTC' : undefined;
  if (Number(hours) === 0 && minutes === '00') return 'UTC';
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

/** Names of Windows behind those of Lotus Notes (`Eastern`), of the other half of the year (`Eastern Daylight Time`), and `Eastern Time`. */
const windowsNames = (name: string): string[] => [
  `${name} standard time`,
  name.replace(/ (?:daylight|summer) time\b/, ' standard time'),
  name.replace(/ time$/, ' standard time'),
];
