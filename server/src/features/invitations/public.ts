export { findInvitation, openInvitation, takePlace } from './take-place.ts';
