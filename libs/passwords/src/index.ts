export { hashPassword, passwordMatches } from './passwords';
