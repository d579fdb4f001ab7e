import type { FieldMessages } from '@almanac/errors';

/** The name of a field in messages of the API: with spaces for underscores, or as its path. */
const namesOf = (field: string): string[] => [field, field.replaceAll('_', ' ')];
const STARTS = ['The ', 'The selected '];

/** The message with the label that people see instead of the field's name: “The E-mail has already been taken.” */
function worded(message: string, field: string, label: string): string {
  // Other messages begin with the field, or with a place inside it: “venue.0.website must be …”.
  if (message.startsWith(`${field} `)) {
    const inner = field.replace(/^[^.]+\.?/, '').replace(/^\d+\.?/, '');
    return `${label}${inner && `: ${inner}`}${message.slice(field.length)}`;
  }
  const start = STARTS.flatMap((text) => namesOf(field).map((name) => ({ text, whole: `${text}${name} ` }))).find(
    ({ whole }) => message.startsWith(whole),
  );
  return start ? `${start.text}${label} ${message.slice(start.whole.length)}` : message;
}

/** The faults of a form. Each field takes its own and tells its label, which the list above the form then uses, too. */
export class FormFaults {
  private readonly labels = new Map<string, string>();
  private readonly entries: readonly [field: string, messages: readonly string[]][];

  constructor(messages: FieldMessages = {}) {
    this.entries = Object.entries(messages);
  }

  get any(): boolean {
    return this.entries.length > 0;
  }

  /** The messages of a field and of its items, such as `events.0`. */
  of(name: string, label: string): string[] {
    this.labels.set(name, label);
    return this.entries.filter(([field]) => nameIn(field) === name).flatMap((entry) => this.wordedEntry(entry));
  }

  /** All messages. The fields must have been drawn before. */
  get all(): string[] {
    return this.entries.flatMap((entry) => this.wordedEntry(entry));
  }

  private wordedEntry([field, messages]: readonly [field: string, messages: readonly string[]]): string[] {
    const label = this.labels.get(nameIn(field));
    return label === undefined ? [...messages] : messages.map((message) => worded(message, field, label));
  }
}

const nameIn = (field: string): string => field.split('.', 1)[0] ?? field;
