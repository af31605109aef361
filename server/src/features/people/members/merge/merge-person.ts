import type { Updateable } from 'kysely';
import { memberActions } from '@kaike/shared/domain/people/member-status';
import { authStatus } from '@kaike/shared/domain/people/people';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Context } from '../../../../core/context.ts';
import type { Database } from '../../../../db/tables.ts';
import { openIdCard, sealIdCard } from '../../real-names/public.ts';
import type { MergedAccount, Accounts } from './lock-pair.ts';

export type MemberChange = Updateable<Database['members']>;
export type UserChange = Updateable<Database['users']>;

/** What each side of a merge becomes: columns to set. */
export type PersonChange = {
  target: MemberChange;
  source: MemberChange;
  target_user: UserChange;
  source_user: UserChange;
};

export const loginColumns = ['mobile_phone', 'email', 'username'] as const;
const plainColumns = [
  'agency_id',
  'ai_consent',
  'ai_voice_consent',
  'ai_memory_consent',
  'area_id',
  'ai_level',
  'english_level',
] as const;
const textColumns = ['school', 'grade'] as const;

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);
const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** The real name moves when the account that stays has none, or the same one unverified. */
export function takesName({ target, source }: Accounts): boolean {
  const [own, other] = [target.member, source.member];
  if (other.real_name === '' || own.is_auth === authStatus.passed || own.id_card !== null) return false;
  return own.real_name === '' || (own.real_name === other.real_name && other.is_auth === authStatus.passed);
}

/** An ID number is sealed for its member. */
function nameOf(ctx: Context, { target, source }: Accounts): MemberChange {
  const { real_name, id_card: card, id_card_last4, is_auth, auth_method, auth_at } = source.member;
  const id_card = card && sealIdCard(ctx, target.member_id, openIdCard(ctx, source.member_id, card));
  return { real_name, id_card, id_card_last4, is_auth, auth_method, auth_at };
}

/** A birthday from a verified number counts more than one that somebody entered. */
function birthdayOf({ target, source }: Accounts): MemberChange {
  const [own, other] = [target.member, source.member];
  if (other.birthday_locked && !own.birthday_locked) return { birthday: other.birthday, birthday_locked: true };
  return { birthday: own.birthday ?? other.birthday, birthday_locked: own.birthday_locked };
}

const ownOr = <Column extends keyof MergedAccount['member']>(
  accounts: Accounts,
  column: Column,
): MergedAccount['member'][Column] => accounts.target.member[column] || accounts.source.member[column];

/** Fills what the account that stays lacks, and adds up balances. `twice` is study time both accounts have. */
export function mergePerson(ctx: Context, accounts: Accounts, twice: number): PersonChange {
  const { target, source } = accounts;
  const [own, other] = [target.member, source.member];
  const logins = loginColumns.filter((column) => !target.user[column] && source.user[column]);
  return {
    target: {
      ...(takesName(accounts) ? nameOf(ctx, accounts) : {}),
      ...Object.fromEntries([...plainColumns, ...textColumns].map((column) => [column, ownOr(accounts, column)])),
      ...birthdayOf(accounts),
      gender: own.gender || other.gender,
      tags: [...new Set([...own.tags, ...other.tags])],
      activated_at: earlier(own.activated_at, other.activated_at),
      last_study_at: later(own.last_study_at, other.last_study_at),
      total_study_sec: own.total_study_sec + Math.max(0, other.total_study_sec - twice),
      ai_seconds_left: own.ai_seconds_left + other.ai_seconds_left,
    },
    source: { status: memberActions.merge.to, total_study_sec: 0, ai_seconds_left: 0 },
    target_user: Object.fromEntries(logins.map((column) => [column, source.user[column]])),
    source_user: { ...Object.fromEntries(logins.map((column) => [column, null])), status: userStatus.cancelled },
  };
}
