import type { DatabaseError } from 'pg';
import type { ErrorCode } from '@kaike/shared/errors';

/** Constraint violations that people can cause, by constraint name; any other is a bug. */
const byConstraint: Record<string, ErrorCode> = {
  users_username_key: 'auth.name_taken',
  users_mobile_phone_key: 'auth.mobile_taken',
  cards_activation_request_key: 'request.duplicate',
  bulk_runs_one: 'list.run_exists',
  append_only: 'record.protected',
};

const foreignKey = '23503';
const unique = '23505';
const numberTooLarge = '22003';

/** The code of an expected violation, or undefined. */
export function constraintError(error: DatabaseError): ErrorCode | undefined {
  const named = error.constraint ? byConstraint[error.constraint] : undefined;
  if (named) return named;
  if (error.code === foreignKey) return 'record.in_use';
  if (error.code === unique) return 'record.duplicate';
  return error.code === numberTooLarge ? 'request.invalid' : undefined;
}
