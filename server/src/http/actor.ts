/** The person behind a request, as loaded with the session. */
export type Actor = {
  readonly user_id: number;
  readonly session_id: number;
  readonly name: string;
  readonly language: string | null;
  readonly must_change_password: boolean;
  readonly member: ActorMember | null;
  readonly admin: ActorAdmin | null;
};

export type ActorMember = { readonly id: number; readonly is_activated: boolean; readonly agency_id: number | null; readonly status: number };

export type ActorAdmin = {
  readonly id: number;
  readonly is_super: boolean;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly permissions: ReadonlySet<string>;
  /** Set when every role of the admin is limited to its agency: what lies between `lft` and `rgt` is theirs. */
  readonly agency: { readonly id: number; readonly lft: number; readonly rgt: number } | null;
};

export type MemberActor = Actor & { readonly member: ActorMember };
export type AdminActor = Actor & { readonly admin: ActorAdmin };

/** Whether the administrator holds the permission; the super administrator holds every one. */
export function mayDo(actor: AdminActor, permission: string): boolean {
  return actor.admin.is_super || actor.admin.permissions.has(permission);
}
