export { updateStatus as updateMemberStatus } from './change-member.ts';
export { limitForeignNumbers } from './joining/foreign-numbers.ts';
