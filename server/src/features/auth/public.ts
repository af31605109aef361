export { createUser } from './create-user.ts';
export { hashPassword } from './passwords/password-hash.ts';
export { makePassword } from './passwords/make-password.ts';
export { presentUser } from './present-user.ts';
