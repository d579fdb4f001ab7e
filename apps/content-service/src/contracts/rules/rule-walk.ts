import { type AccessRule, filledPath, type Body, type Thing } from '@almanac/testing';
import { member } from '../../testing/answers';
import type { ContentWorld } from '../access/kinds';
import { formOf, membersOf, nestedInput, type Parameters, samplePathOf, queryOf } from './inputs';
import { probesOf } from './probes';
import { type ExistingRecords, refusing, refusingItems } from './rule-meanings';

/** The documented rules by the names of parameters. */
export type Rules = Readonly<Record<string, readonly string[]>>;

interface Case {
  parameter: string;
  value: unknown;
  /** Other parameters that decide about this one; undefined leaves them out. */
  more: Parameters;
}

/** Tries values in each parameter of an operation, and compares the answers with the documented rules. */
export class RuleWalk {
  constructor(
    private readonly world: ContentWorld,
    private readonly records: ExistingRecords,
    private readonly isExcepted: (parameter: string, value: unknown) => boolean,
  ) {}

  /** Values that are refused although no rule says so, and values that are accepted in spite of a rule. */
  async faultsOf(route: string, access: AccessRule<ContentWorld>, rules: Rules): Promise<string[]> {
    const cases = [...this.casesOf(rules)];
    if (cases.length === 0) return [];
    const make = async (): Promise<Thing> => (await access.on?.visible(this.world)) ?? { name: '' };
    const shared = await make();
    const faults: string[] = [];
    for (const one of cases) {
      if (this.isExcepted(one.parameter, one.value)) continue;
      const thing = isEnding(route) ? await make() : shared;
      const input = { ...validInput(access, thing), ...this.siblingsOf(one, rules), ...one.more };
      const fault = await this.faultOf(route, { ...access, thing }, rules, { ...one, more: input });
      if (fault !== undefined) faults.push(fault);
    }
    return faults;
  }

  private async faultOf(
    route: string,
    { thing, params }: AccessRule<ContentWorld> & { thing: Thing },
    rules: Rules,
    { parameter, value, more }: Case,
  ): Promise<string | undefined> {
    const [method = '', path = ''] = route.split(' ');
    const input = { ...more, [parameter]: value };
    const request = requestOf(method, filledPath(path, thing, { ...(params && { params }) }), input);
    if (!request) return undefined;
    const items = itemRules(parameter, rules);
    const given = {
      value: request.isText && typeof value === 'number' ? String(value) : value,
      input,
      records: this.records,
    };
    const reasons = [
      ...refusing({ ...given, rules: rules[parameter] ?? [] }),
      ...refusingItems({ ...given, rules: items }),
    ];
    const { status, body } = await this.world.api.send(method, request.address, request.body);
    const isRefused = Object.keys(Object(member(body, 'error.validation'))).some(
      (at) => at === samplePathOf(parameter) || (items.length > 0 && at.startsWith(`${samplePathOf(parameter)}.`)),
    );
    if (isRefused === reasons.length > 0 && status < 500) return undefined;
    const answer = `${status} ${JSON.stringify(member(body, 'error.validation'))}`;
    return `${parameter} = ${printValue(value)} is refused by [${reasons.join(' ')}], answered with ${answer}`;
  }

  private *casesOf(rules: Rules): Generator<Case> {
    for (const [parameter, own] of Object.entries(rules)) {
      if (isItem(parameter)) continue;
      for (const value of this.probes(own)) yield { parameter, value, more: {} };
      const items = itemRules(parameter, rules);
      if (items.length > 0)
        for (const item of this.probes(items)) if (item !== undefined) yield { parameter, value: [item], more: {} };
      for (const more of own.flatMap(otherwise)) yield { parameter, value: undefined, more };
    }
  }

  private probes(rules: readonly string[]): unknown[] {
    return probesOf(rules, { ids: this.idsFor(rules), usedTexts: this.records.usedTexts });
  }

  private idsFor(rules: readonly string[]): readonly number[] {
    const table = rules.flatMap((rule) => /^exists:(\w+)/.exec(rule)?.[1] ?? [])[0];
    return (table === undefined ? undefined : this.records.ids[table]) ?? [];
  }

  /** The other members of a nested object, with valid values. */
  private siblingsOf({ parameter }: Case, rules: Rules): Parameters {
    const owner = /^.*\./.exec(parameter)?.[0];
    const names = owner === undefined ? [] : Object.keys(rules).filter((name) => name.startsWith(owner));
    return Object.fromEntries(
      names.map((name) => [name, this.idsFor(rules[name] ?? [])[0] ?? validValue(rules[name])]),
    );
  }
}

const validValue = (rules: readonly string[] = []): unknown => (rules.includes('boolean') ? false : 'x');

/** Whether a parameter stands for the items of a list; they are tried together with their list. */
const isItem = (parameter: string): boolean => parameter.endsWith('.*');
const itemRules = (parameter: string, rules: Rules): readonly string[] => rules[`${parameter}.*`] ?? [];

/** Other input with which a rule about two parameters judges otherwise. */
function otherwise(rule: string): Parameters[] {
  const [name = '', argument = ''] = rule.split(':');
  const [other = ''] = argument.split(',');
  if (name === 'required_without') return [{ [other]: undefined }];
  return name === 'required_if' ? [{ [other]: true }] : [];
}

/** A deletion or a run of an import ends its object. */
const isEnding = (route: string): boolean => route.startsWith('DELETE') || route === 'POST /api/imports/:id';

/** The members of the valid request. */
const validInput = ({ body, query }: AccessRule<ContentWorld>, thing: Thing): Parameters =>
  query ? Object.fromEntries(new URLSearchParams(query(thing))) : membersOf(body?.(thing));

interface WalkRequest {
  address: string;
  body?: Body;
  /** Queries and forms have texts for numbers. */
  isText: boolean;
}

/** Undefined when the method cannot send such a value. */
function requestOf(method: string, address: string, input: Parameters): WalkRequest | undefined {
  if (method === 'GET') {
    const query = queryOf(input);
    return query === undefined ? undefined : { address: `${address}?${query}`, isText: true };
  }
  if (!Object.values(input).some((value) => value instanceof Blob))
    return { address, body: nestedInput(input), isText: false };
  const body = formOf(input);
  return body && { address, body, isText: true };
}

function printValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = value instanceof File ? value.name : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}
