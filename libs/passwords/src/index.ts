export { hashPassword, passwordMatches } from './passwords';
export { weaknessOf } from './weakness';
