// Everything that leaves the house goes through here.
export { type AllowList, createAllowList } from './destination/allow.ts'
export type { JudgedAddress, Lookup } from './destination/resolve.ts'
export type { Endpoint } from './destination/target.ts'
export { createEgress, type Egress, type EgressCall, type EgressOptions } from './egress.ts'
export { type Origin, parseOverride } from './upstream-address.ts'
export type { Route } from './ways.ts'
