export { ALLOWED_HOST, AllowedHosts, checkedTarget, OutgoingError } from './checked-target';
export { fetchSafely } from './fetch-safely';
export { postSafely } from './post-safely';
