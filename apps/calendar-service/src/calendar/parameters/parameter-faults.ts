import { badRequest } from '@almanac/errors';

/** The text in `params` for most refused parameters; clients of the reference know it. `details` has the reason. */
const INVALID_PARAMETER = 'Invalid parameter.';
const INVALID_CODE = 'rest_invalid_param';

/** Why something was refused (calendar-behaviour §5.1). */
interface Detail {
  readonly code: string;
  readonly message: string;
  /** `param` is the dotted path to the refused value, such as `venue.website`. */
  readonly data: { readonly param: string };
}

/**
 * Collects all faults in a request's parameters, so that one answer names them all (calendar-behaviour §5.1). Some are visible in the input, others need the
 * database. Of several faults in one parameter the first is kept.
 */
export class ParameterFaults {
  private readonly missing = new Set<string>();
  private readonly messages = new Map<string, string>();
  private readonly details = new Map<string, Detail>();

  /** @param order of the names in a refusal; other names come last */
  constructor(private readonly order: () => readonly string[] = () => []) {}

  /** For a required parameter that is not there. */
  addMissing(name: string): void {
    this.missing.add(name);
  }

  /** For faults that have a text of their own in `params`. */
  add(name: string, message: string, code = INVALID_CODE): void {
    if (this.has(name)) return;
    this.messages.set(name, message);
    this.explain(name, message, code);
  }

  /**
   * For faults that clients of the reference know as `Invalid parameter.`.
   * @param reason a sentence for `details`
   */
  addInvalid(name: string, reason: string): void {
    if (this.has(name)) return;
    this.messages.set(name, INVALID_PARAMETER);
    this.explain(name, reason, INVALID_CODE);
  }

  /** For a value inside a parameter; `details` lists all such values. */
  addInside(name: string, path: string, reason: string): void {
    if (!this.messages.has(name)) this.messages.set(name, INVALID_PARAMETER);
    this.explain(path, reason, INVALID_CODE);
  }

  /** Takes over the faults of a record that came inside a parameter, such as a venue inside an event. */
  addNested(name: string, path: string, { missing, details }: ParameterFaults): void {
    for (const member of missing) this.addInside(name, `${path}.${member}`, `${path}.${member} is missing.`);
    for (const [member, { message, code }] of details) {
      if (!this.messages.has(name)) this.messages.set(name, INVALID_PARAMETER);
      this.explain(`${path}.${member}`, message.startsWith(`${member} `) ? `${path}.${message}` : message, code);
    }
  }

  has(name: string): boolean {
    return this.missing.has(name) || this.messages.has(name);
  }

  get isEmpty(): boolean {
    return this.missing.size === 0 && this.messages.size === 0;
  }

  /** @throws Problem 400 that names everything that was collected: `rest_missing_callback_param` when anything is missing, else `rest_invalid_param` */
  refuse(): void {
    const [missing, invalid] = [this.inOrder(this.missing), this.inOrder(this.messages.keys())];
    const details = Object.fromEntries(this.details);
    if (missing.length > 0)
      badRequest(`Missing parameter(s): ${missing.join(', ')}`, {
        code: 'rest_missing_callback_param',
        fields: {
          ...Object.fromEntries(missing.map((name) => [name, ['This parameter is missing.']])),
          ...this.reasons(),
        },
        data: { params: missing, ...(invalid.length > 0 && { details }) },
      });
    if (invalid.length > 0)
      badRequest(`Invalid parameter(s): ${invalid.join(', ')}`, {
        code: INVALID_CODE,
        fields: this.reasons(),
        data: { params: Object.fromEntries(invalid.map((name) => [name, this.messages.get(name)])), details },
      });
  }

  private inOrder(names: Iterable<string>): string[] {
    const order = this.order();
    const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
    return [...names].sort((a, b) => place(a) - place(b));
  }

  private reasons(): Record<string, string[]> {
    return Object.fromEntries([...this.details].map(([path, { message }]) => [path, [message]]));
  }

  private explain(path: string, message: string, code: string): void {
    if (!this.details.has(path)) this.details.set(path, { code, message, data: { param: path } });
  }
}

/** 400 that names one refused parameter with a text of its own. */
export const refuseParameter = (name: string, message: string): never =>
  refuseBy((faults) => faults.add(name, message));

/** 400 that names one refused parameter in the words of the reference, with the reason in `details`. */
export const refuseInvalid = (name: string, reason: string): never =>
  refuseBy((faults) => faults.addInvalid(name, reason));

/** 400 that names a required parameter that is not there. */
export const refuseMissing = (name: string): never => refuseBy((faults) => faults.addMissing(name));

function refuseBy(collect: (faults: ParameterFaults) => void): never {
  const faults = new ParameterFaults();
  collect(faults);
  faults.refuse();
  throw new Error('nothing was wrong with the parameters');
}
