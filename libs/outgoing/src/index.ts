export { AllowedHosts, HOST_LIST } from './allowed-hosts';
export { isPublicAddress } from './address-ranges';
export { checkedLookup, nameServers, type Resolve } from './checked-lookup';
export { checkedTarget } from './checked-target';
export { type Fetched, fetchSafely, type OutgoingOptions } from './fetch-safely';
export { type Posted, type PostOptions, postSafely } from './post-safely';
export { OutgoingError, type OutgoingReason } from './outgoing-error';
