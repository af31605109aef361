import type { ResponseOf, Contract } from '@kaike/shared/kit/contract';
import type { Fields } from '@kaike/shared/kit/field';
import type { Call, CallOf } from './call.ts';
import type { Actor, AdminActor, MemberActor } from './actor.ts';
import type { Limit } from './limits/limiter.ts';
import type { HttpReply, Serialised } from './respond.ts';

/** Instead of a permission: every administrator may call. */
export const anyAdmin = '*';

/**
 * Who may call: `open` everyone; `auth` anyone logged in; `member` any member; `home` one who has activated something
 * or begun a free course; `admin` an administrator holding the permission.
 */
export type RouteGuard = 'open' | 'auth' | 'member' | 'home' | 'admin';

/** Uses allowed per IP address or per person; open routes always have one. Routes whose limits have the same name share the count. */
export type RouteLimit = Omit<Limit, 'key'> & { by: 'ip' | 'user'; name?: string };

/** What is known of a caller before anything they sent is read. */
export type Caller<A extends Actor | null = Actor | null> = Pick<Call<A>, 'ctx' | 'actor' | 'may_use_stand_ins'>;

export type Route = {
  contract: Contract;
  guard: RouteGuard;
  permission: string | null;
  limit: RouteLimit | null;
  /** What the caller must be besides guard and permission; judged before the body, as these are. */
  admits: (caller: Caller) => boolean;
  /**
   * Whether an API token may call, given its scopes; else only a person who has logged in. Reads may unless the route says
   * otherwise, anything else only where it says so: never where credentials or sessions are made, reset, shown or sent, or
   * where it changes who may act.
   */
  by_token: boolean;
  /** A session that was ended elsewhere counts as none here instead of being an error. */
  ignores_ended_session: boolean;
  /** Input and answer, where the contract leaves them to a definition. */
  shape: () => Pick<Contract, 'query' | 'body' | 'response'> | null;
  /** Accepts a session that still waits for the second-factor code; elsewhere it has no person. */
  takes_waiting: boolean;
  /** Accepts the report of a device whose session another login has just ended; the answer is that it ended. */
  accepts_just_ended: boolean;
  /** Status of a success. */
  status: number;
  /** Query keys beyond the contract's are kept for the handler (`where[…]`). */
  handler: (call: Call<never, never, never, never>) => Promise<unknown>;
};

type Extra<A extends Actor | null = Actor | null> = {
  limit?: RouteLimit;
  admits?: (caller: Caller<A>) => boolean;
  by_token?: boolean;
  ignores_ended_session?: boolean;
  takes_waiting?: boolean;
  accepts_just_ended?: boolean;
  status?: 200 | 201;
  shape?: Route['shape'];
};
type Handler<C extends Contract<Fields, Fields, unknown>, A extends Actor | null> = (
  call: CallOf<C, A>,
) =>
  | Promise<ResponseOf<C> & { message?: string; redirect?: string }>
  | Promise<ResponseOf<C>>
  | Promise<HttpReply<ResponseOf<C> | Serialised>>;

function build(
  contract: Contract,
  guard: RouteGuard,
  options: { handler: unknown; permission?: string } & Omit<Extra, 'admits'> & { admits?: unknown },
): Route {
  return {
    contract,
    guard,
    permission: options.permission ?? null,
    limit: options.limit ?? null,
    // The guard has seen who it is.
    admits: (options.admits as Route['admits'] | undefined) ?? (() => true),
    by_token: options.by_token ?? contract.method === 'GET',
    shape: options.shape ?? (() => null),
    ignores_ended_session: options.ignores_ended_session ?? false,
    takes_waiting: options.takes_waiting ?? false,
    accepts_just_ended: options.accepts_just_ended ?? false,
    status: options.status ?? 200,
    handler: options.handler as Route['handler'],
  };
}

/** Declares routes. A route cannot be declared without a guard. */
export const route = {
  open: <C extends Contract>(contract: C, options: { handler: Handler<C, Actor | null> } & Extra) =>
    build(contract, 'open', options),
  auth: <C extends Contract>(contract: C, options: { handler: Handler<C, Actor> } & Extra<Actor>) =>
    build(contract, 'auth', options),
  /** A member who may not have activated anything yet. */
  member: <C extends Contract>(contract: C, options: { handler: Handler<C, MemberActor> } & Extra<MemberActor>) =>
    build(contract, 'member', options),
  home: <C extends Contract>(contract: C, options: { handler: Handler<C, MemberActor> } & Extra<MemberActor>) =>
    build(contract, 'home', options),
  admin: <C extends Contract>(
    contract: C,
    options: { permission: string; handler: Handler<C, AdminActor> } & Extra<AdminActor>,
  ) => build(contract, 'admin', options),
};

/** Administrators of the school, for `admits`: not those of an agency. */
export const isOfSchool = ({ actor }: Caller<AdminActor>): boolean => actor.admin.agency === null;

/** Whether an API token may call, given its scopes; routes for any administrator trust a person. */
export const takesTokens = ({ guard, permission, by_token: isOpen }: Route): boolean =>
  isOpen && guard === 'admin' && permission !== null && permission !== anyAdmin;

/** Permissions that no API token has: those of which every route is closed to tokens. */
export function closedToTokens(routes: readonly Route[]): ReadonlySet<string> {
  const open = new Set(routes.filter(takesTokens).map(({ permission }) => permission));
  return new Set(routes.flatMap(({ permission }) => (permission === null || open.has(permission) ? [] : [permission])));
}
