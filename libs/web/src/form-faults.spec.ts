import { FormFaults } from './form-faults';

describe('the faults of a form', () => {
  it.each([
    ['email', 'E-mail', 'The email has already been taken.', 'The E-mail has already been taken.'],
    ['app_logo', 'Logo', 'The app logo must be an address.', 'The Logo must be an address.'],
    ['role_id', 'Role', 'The selected role id is invalid.', 'The selected Role is invalid.'],
    ['book_ids.0', 'Books', 'The book_ids.0 must be an integer.', 'The Books must be an integer.'],
    ['name', '$& <b>', 'The name field is required.', 'The $& <b> field is required.'],
    ['start_date', 'Start', 'start_date must be a date.', 'Start must be a date.'],
    ['venue.0', 'Venues', 'venue.0 must be an id.', 'Venues must be an id.'],
    ['venue.0.website', 'Venues', 'venue.0.website must be an address.', 'Venues: website must be an address.'],
    ['venue.city', 'Venues', 'venue.city must be a text.', 'Venues: city must be a text.'],
    ['name', 'Title', 'The names are odd.', 'The names are odd.'],
    ['name', 'Title', 'Another name is needed.', 'Another name is needed.'],
  ])('(%s) say the label %s in %j', (field, label, message, expected) => {
    const faults = new FormFaults({ [field]: [message] });
    expect(faults.of(field.replace(/\..*/, ''), label)).toEqual([expected]);
    expect(faults.all).toEqual([expected]);
  });

  it('of a field that no form shows stay as they are', () => {
    const faults = new FormFaults({ hidden: ['The hidden field is required.'] });
    expect([faults.of('other', 'Other'), faults.all, faults.any]).toEqual([
      [],
      ['The hidden field is required.'],
      true,
    ]);
    expect(new FormFaults().any).toBe(false);
  });
});
