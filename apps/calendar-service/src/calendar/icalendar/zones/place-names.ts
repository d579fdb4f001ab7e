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
export function zoneOfPlaces(name: string): string | undefined {
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
