export { updateStatus as updateMemberStatus } from './change-member.ts';
