export { AllowedHosts, ALLOWED_HOST } from './targets/allowed-hosts';
export { checkedTarget } from './targets/checked-target';
export { fetchSafely } from './fetch-safely';
export { postSafely } from './post-safely';
export { OutgoingError } from './outgoing-error';
