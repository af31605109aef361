import type { TokenAccess } from '@kaike/shared/domain/system/api-token';
import type { ClosedEntries } from './sessions/closed-entries.ts';

/** The person behind a request, as loaded with the session. */
export type Actor = {
  readonly user_id: number;
  readonly session_id: number;
  readonly name: string;
  readonly language: string | null;
  readonly must_change_password: boolean;
  /** `code`: the session waits for a code and opens nothing yet; `enrol`: a role demands a second factor the person has not set up. */
  readonly second_factor: 'code' | 'enrol' | null;
  readonly member: ActorMember | null;
  readonly admin: ActorAdmin | null;
  /** What an API token may do at most; absent for a person who has logged in. */
  readonly token?: TokenAccess;
};

export type ActorMember = {
  readonly id: number;
  readonly is_activated: boolean;
  readonly agency_id: number | null;
  readonly status: number;
};

export type ActorAdmin = {
  readonly id: number;
  readonly is_super: boolean;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly permissions: ReadonlySet<string>;
  /** Set when every role of the admin is limited to its agency: they see what lies between `lft` and `rgt`. */
  readonly agency: { readonly id: number; readonly lft: number; readonly rgt: number } | null;
  /** What the menu closes to them, whatever they are permitted: switched off, of another environment, under a condition. */
  readonly closed: ClosedEntries;
};

export type MemberActor = Actor & { readonly member: ActorMember };
export type AdminActor = Actor & { readonly admin: ActorAdmin };

export const isAdmin = (actor: Actor): actor is AdminActor => actor.admin !== null;

/** Whether the administrator holds the permission and the menu does not close it; the super administrator holds every one. */
export function hasPermission({ admin }: Pick<AdminActor, 'admin'>, permission: string): boolean {
  return !admin.closed.permissions.has(permission) && (admin.is_super || admin.permissions.has(permission));
}
