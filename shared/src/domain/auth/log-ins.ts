import { providers } from './third-party.ts';

/** What a log-in was proved by, as the operation log has it: a password, a code, or an account of another service. */
export const logInWays = [
  'password',
  'code',
  'common_password',
  'authenticator',
  'recovery_code',
  ...Object.values(providers),
] as const;
export type LogInWay = (typeof logInWays)[number];

/** Why one failed. */
export const logInFailures = ['credentials', 'second_factor', 'stopped'] as const;
export type LogInFailure = (typeof logInFailures)[number];
