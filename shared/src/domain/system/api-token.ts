import { choicesOf, type ValueIn } from '../status.ts';

/** What a token of an integrator begins with; sessions have no such beginning. */
export const apiTokenPrefix = 'kk_';

/** `read`: lists, single records and exports; `write`: every operation within its scopes that its person may do. */
export const tokenAccess = { read: 'read', write: 'write' } as const;
export type TokenAccess = ValueIn<typeof tokenAccess>;
export const tokenAccessChoices = choicesOf(tokenAccess, { read: 'info', write: 'warning' });

export const tokenState = { live: 'live', expired: 'expired', revoked: 'revoked' } as const;
export type TokenState = ValueIn<typeof tokenState>;
export const tokenStateChoices = choicesOf(tokenState, { live: 'success', expired: 'muted', revoked: 'danger' });

/** Operations a token for reading may do. */
const readOperations = new Set(['list', 'show', 'export']);

/** Whether a permission such as `admin.members.list` is within the scopes of a token, where `*` is every scope. */
export function isWithin(
  permission: string,
  { access, scopes }: { access: TokenAccess; scopes: readonly string[] },
): boolean {
  const [, name = '', operation = ''] = permission.split('.');
  if (!scopes.includes('*') && !scopes.includes(name)) return false;
  return access === tokenAccess.write || readOperations.has(operation);
}
