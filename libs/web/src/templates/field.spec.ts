import path from 'node:path';
import { FormFaults } from '../form-faults';
import { Templates } from '../views/templates';

const templates = new Templates([path.resolve(__dirname, '..')]);

const attributeOf = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1];

describe.each([
  ['field', 'input', {}],
  ['field', 'input', { type: 'password', required: false }],
  ['select', 'select', { choices: [{ value: 'a', label: 'A' }] }],
])('the template %s for <%s> with %j', (template, tag, own) => {
  const render = (faults: Record<string, string[]>, further = {}) =>
    templates.render(`/templates/${template}`, {
      page: { faults: new FormFaults(faults), entered: {} },
      name: 'boat',
      label: 'Boat',
      ...own,
      ...further,
    });

  it.each([
    ['one fault', ['Too <long>.'], 'Too &lt;long&gt;.'],
    ['two faults', ['Too long.', 'No boat.'], 'Too long. No boat.'],
  ])('marks it as invalid and described by %s', (_number, messages, message) => {
    const html = render({ boat: messages });
    expect(attributeOf(html, tag, 'aria-invalid')).toBe('true');
    expect(attributeOf(html, tag, 'aria-describedby')).toBe('boat-fault');
    expect(html).toContain(`id="boat-fault">${message}</p>`);
  });

  it('describes it by its hint as well', () => {
    const html = render({ boat: ['No boat.'] }, { hint: 'A <name>' });
    expect(attributeOf(html, tag, 'aria-describedby')).toBe('boat-hint boat-fault');
    expect(html).toContain('id="boat-hint">A &lt;name&gt;</p>');
  });

  it('leaves it valid when another field has a fault', () => {
    const html = render({ oar: ['No oar.'] }, { hint: 'A name' });
    expect(attributeOf(html, tag, 'aria-invalid')).toBeUndefined();
    expect(attributeOf(html, tag, 'aria-describedby')).toBe('boat-hint');
    expect(html).not.toContain('boat-fault');
  });
});
