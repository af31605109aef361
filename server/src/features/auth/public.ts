export { checkCode, consumeCode } from './codes/check-code.ts';
export { sendCode, sendCodeIfKnown } from './codes/send-code.ts';
export { createUser } from './create-user.ts';
export { logOut } from './log-out.ts';
export { checkPassword, hashPassword } from './passwords/password-hash.ts';
export { makePassword } from './passwords/make-password.ts';
export { presentUser } from './present-user.ts';
