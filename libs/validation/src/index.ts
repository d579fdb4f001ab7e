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
} from './rules/bounds';
export { endingOf, IMAGE_TYPES, imageTypeOfEnding, imageTypeOfMedia, mediaOf } from './image-types';
export { isBlank, Present, Required, RequiredWithout } from './rules/presence';
export { type DtoClass, reading } from './reading';
export { both, isNullable, labelOf, Nullable, rule } from './rules/rule';
export {
  Day,
  Items,
  Names,
  Nested,
  NullIsAbsent,
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
export { withAllSpellings } from './rules/all-spellings';
export { EachExists, Exists, type StoredValue, storedValues, Unique } from './rules/stored';
export {
  ACCEPTS_ALSO,
  acceptsAlso,
  Documented,
  documentedItemRules,
  DocumentedItems,
  documentedRules,
  hasFallback,
  isPlainObject,
  type Members,
  membersOf,
  takenBy,
  Takes,
  TakesNull,
} from './rules/takes';
export { inspect, messagesOf, validated } from './validated';
