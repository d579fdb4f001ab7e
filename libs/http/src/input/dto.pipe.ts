import { type DtoClass, validated } from '@almanac/validation';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';

export type Validate = <T extends object>(dto: DtoClass<T>, input: object) => T;

const PLAIN: readonly unknown[] = [String, Number, Boolean, Object, Array, undefined];

/** Validates every `@Input()` whose parameter has a DTO class as its type. */
@Injectable()
export class DtoPipe implements PipeTransform {
  constructor(private readonly validate: Validate = validated) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'custom' || PLAIN.includes(metatype) || !isDto(metatype) || !isPlainInput(value)) return value;
    return this.validate(metatype, value);
  }
}

const isDto = (metatype: unknown): metatype is DtoClass<object> =>
  typeof metatype === 'function' && metatype.name.endsWith('Dto');

const isPlainInput = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
