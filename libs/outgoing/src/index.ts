export { ALLOWED_HOST, AllowedHosts, checkedTarget } from './checked-target';
export { fetchSafely } from './fetch-safely';
export { postSafely } from './post-safely';
export { OutgoingError } from './outgoing-error';
