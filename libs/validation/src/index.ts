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
export {
  fileEndingOf,
  IMAGE_TYPES,
  imageTypeOfEnding,
  imageTypeOfMedia,
  mediaOf,
  FileUpload,
  ImageContent,
  ImageExtension,
  UploadedFile,
} from './uploads';
export { isBlank, Present, Required, RequiredWithout } from './rules/presence';
export { type DtoClass, reading, ruleNamesOf } from './reading';
export { both, documentedRule, isNullable, labelOf, Nullable, rule } from './rules/rule';
export {
  Day,
  Items,
  MAX_INTEGER,
  Names,
  Nested,
  NullIsAbsent,
  nestedIn,
  RecordId,
  RecordIds,
  Text,
  Texts,
  toList,
  Whole,
  YesNo,
} from './types';
export {
  withAllSpellings,
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
  declaredSchema,
  Takes,
  TakesNull,
} from './rules/takes';
export { EachExists, Exists, type StoredValue, storedValues, Unique } from './rules/stored';
export { inspect, messagesOf, validated } from './validated';
