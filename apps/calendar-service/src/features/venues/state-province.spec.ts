import { stateProvince } from './venue.presenter';

it.each([
  [{ country: 'US', state: 'CA' }, 'CA'],
  [{ country: 'United States', state: 'CA', province: 'XX' }, 'CA'],
  [{ country: 'united states', state: 'IL' }, 'IL'],
  [{ state: 'CA' }, 'CA'],
  [{ country: 'France', province: 'Paris' }, 'Paris'],
  [{ country: 'France', state: 'CA', province: 'Paris' }, 'Paris'],
  [{ country: 'France', state: 'CA' }, ''],
  [{ country: 'US', province: 'XX' }, 'XX'],
  [{ stateprovince: 'Lazio', country: 'US', state: 'CA' }, 'Lazio'],
  [{ stateprovince: '', state: 'CA' }, 'CA'],
  [{}, ''],
])('the state or province of %j is %j', (venue, region) => expect(stateProvince(venue)).toBe(region));
