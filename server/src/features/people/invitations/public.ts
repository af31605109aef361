export { findInvitation, openInvitation, claimPlace } from './claim-place.ts';
