export {
  AlphaDash,
  EmailAddress,
  isSafeLink,
  MaxLength,
  MaxLengthWithoutImages,
  MinLength,
  OneOf,
  SafeLink,
  WebAddress,
} from './bounds';
export type { FieldFault } from './faults';
export { isBlank, Present, Required, RequiredWith, RequiredWithout } from './presence';
export { type DtoClass, reading } from './reading';
export { both, type Complaint, isNullable, labelOf, Nullable, rule } from './rule';
export {
  Day,
  isPlainObject,
  Items,
  List,
  Names,
  Nested,
  nestedIn,
  RecordId,
  RecordIds,
  Text,
  Texts,
  toList,
  typed,
  Whole,
  YesNo,
} from './types';
export { FileUpload, ImageContent, ImageExtension, UploadedFile } from './uploads';
export { rulesOf } from './rules-of';
export { Documented, documentedRules, takenBy, Takes, TakesNull } from './takes';
export { inspect, messagesOf, validated } from './validated';
