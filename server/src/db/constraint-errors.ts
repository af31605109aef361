import type { DatabaseError } from 'pg';
import type { ErrorCode } from '@kaike/shared/errors';

/** Constraint violations that people can cause, by constraint name; any other is a bug. */
const byConstraint: Record<string, ErrorCode> = {
  users_username_key: 'auth.name_taken',
  users_mobile_phone_key: 'user.mobile_taken',
  users_email_key: 'user.email_taken',
  cards_activation_request_key: 'request.duplicate',
  bulk_runs_one: 'list.run_exists',
  append_only: 'record.protected',
  member_merged: 'member.merged',
};

const foreignKey = '23503';
const unique = '23505';
/** Values no column can hold: numbers out of range, texts that are no number or date, NUL, unpaired surrogates. */
const unfit = ['22003', '22007', '22008', '22021', '22P02', '22P05'];

/** The column whose value another row has, by the name of the violated index, `<table>_<column>_key` or `_unique`. */
export function takenColumn({ code, table, constraint }: DatabaseError): string | null {
  if (code !== unique || !constraint) return null;
  return new RegExp(`^${table}_(\\w+)_(?:key|unique)$`).exec(constraint)?.[1] ?? null;
}

/** The code of an expected violation, or undefined. */
export function constraintError(error: DatabaseError): ErrorCode | undefined {
  const named = error.constraint ? byConstraint[error.constraint] : undefined;
  if (named) return named;
  if (error.code === foreignKey) return 'record.in_use';
  if (error.code === unique) return 'record.duplicate';
  return unfit.includes(error.code ?? '') ? 'request.invalid' : undefined;
}
