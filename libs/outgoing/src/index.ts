export { AllowedHosts, HOST_LIST } from './targets/allowed-hosts';
export { isPublicAddress } from './targets/address-ranges';
export { checkedLookup, nameServers, type Resolve } from './targets/checked-lookup';
export { checkedTarget } from './targets/checked-target';
export { type Fetched, fetchSafely, type OutgoingOptions } from './fetch-safely';
export { type Posted, type PostOptions, postSafely } from './post-safely';
export { OutgoingError, type OutgoingReason } from './outgoing-error';
