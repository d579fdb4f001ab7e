export { AlphaDash, EmailAddress, isSafeLink, MaxLength, MinLength, OneOf, SafeLink, WebAddress } from './bounds';
export { isBlank, Present, Required, RequiredWith, RequiredWithout } from './presence';
export { labelOf, Nullable, rule, type Complaint } from './rule';
export { Items, List, RecordId, Text, Texts, Whole, WholeNumbers, YesNo } from './types';
export { FileUpload, ImageContent, ImageExtension, UploadedFile } from './uploads';
export { rulesOf } from './rules-of';
export { type DtoClass, type FieldFault, inspect, messagesOf, validated } from './validated';
