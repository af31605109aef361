import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { rememberDays, sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Config } from '../../config.ts';
import type { Bus } from '../../db/bus.ts';
import type { Db } from '../../db/pool.ts';
import type { Actor } from '../actor.ts';
import { AppError } from '../app-error.ts';
import { createSessionActivityWriter } from './session-activity-writer.ts';
import { loadSession, type LoadedSession } from './load-actor.ts';
import { hashToken, isSameBytes, makeToken } from '../secrets.ts';

/** `ended`: devices whose sessions were ended to make room. */
export type OpenedSession = { id: number; token: string; bind: string | null; ended: string[] };
export type DeviceClass = 'phone' | 'tablet' | 'computer' | 'wechat' | 'app';
type NewSession = {
  user_id: number;
  client_type: 'web' | 'wechat' | 'app';
  device_class: DeviceClass;
  client_id: string | null;
  device_name: string;
  ip: string | null;
  remember: boolean;
  /** Absolute end, however much it is used; null is never. */
  ends_at: Date | null;
  /** Maximum live sessions of the person on this device class, including the new one; null is unlimited. */
  keep: number | null;
};

export type Sessions = {
  /** Opens a session and records the login; sessions beyond `keep` are ended. Must be called in a transaction. */
  open: (db: Db, session: NewSession) => Promise<OpenedSession>;
  /** The person of a token; null when there is none. Throws `auth.logged_in_elsewhere` or `auth.session_ended` for a session that ended. */
  find: (token: string, bind: string | null) => Promise<Actor | null>;
  /** Drops a person's sessions from this node's cache; other nodes are notified over the bus. */
  forget: (userId: number) => void;
  /** Ends the sessions of a user, all or all but one, and records the reason. */
  revoke: (
    db: Db,
    target: { user_id: number; reason: string; session_id?: number; except_id?: number },
  ) => Promise<number>;
  /** Stores when sessions were last used, which is otherwise done once a second. */
  flush: () => Promise<void>;
};

const cachedSessions = 10_000;
/** Changes are reported by messages; one made by hand in the database is seen after this time, which is shorter than any session. */
const cachedMs = 10 * 60_000;
const touchEveryMs = 60_000;
/** Reports from a device are still accepted for this long after another login ended its session. */
const graceMs = 60_000;
/** Time to enter the second-factor code. */
const codeWaitMs = 10 * 60_000;

const lifetimeMs = (session: Pick<LoadedSession, 'remember'>): number =>
  (session.remember ? rememberDays * 1440 : sessionLifetimeMinutes) * 60_000;

const endOf = (session: Pick<LoadedSession, 'remember' | 'ends_at'>, now: Date): Date => {
  const idle = now.getTime() + lifetimeMs(session);
  return new Date(session.ends_at === null ? idle : Math.min(idle, session.ends_at.getTime()));
};

const isWaitOver = ({ actor, issued_at: issued }: LoadedSession, now: Date): boolean =>
  actor.second_factor === 'code' && now.getTime() - issued.getTime() > codeWaitMs;

/** Thrown for a session that another login ended a moment ago. */
class JustEnded extends AppError {
  readonly actor: Actor;

  constructor(actor: Actor, device: string) {
    super('auth.logged_in_elsewhere', { force_logout: true, device });
    this.actor = actor;
  }
}

/** The person of a session that ended less than a minute ago; null for every other failure. */
export const justEnded = (error: unknown): Actor | null => (error instanceof JustEnded ? error.actor : null);

function failElsewhere({ actor, revoked_at: at, ended_by: device }: LoadedSession, now: Date): never {
  const deviceName = device ?? '';
  if (at !== null && now.getTime() - at.getTime() <= graceMs) throw new JustEnded(actor, deviceName);
  throw new AppError('auth.logged_in_elsewhere', { force_logout: true, device: deviceName });
}

function checkAlive(session: LoadedSession, now: Date): void {
  if (session.revoke_reason === 'logged_in_elsewhere' && session.user_status === userStatus.effective)
    failElsewhere(session, now);
  if (session.user_status !== userStatus.effective) throw new AppError('auth.session_ended', { force_logout: true });
  if (session.revoke_reason || session.expires_at <= now || isWaitOver(session, now))
    throw new AppError('auth.session_ended');
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const values = sets.get(key);
  if (values) values.add(value);
  else sets.set(key, new Set([value]));
}

function removeFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const values = sets.get(key);
  values?.delete(value);
  if (values?.size === 0) sets.delete(key);
}

type SessionCache = {
  load: (hash: Buffer) => Promise<LoadedSession | null>;
  forget: (userId: string | null) => void;
};

/** Loaded sessions by the hash of their token, dropped when any node reports that their user, a role or the menu changed. */
function createSessionCache({ db, bus, config }: Pick<SessionParts, 'db' | 'bus' | 'config'>): SessionCache {
  const hashes = new Map<string, Set<string>>();
  const cache = new LRUCache<string, LoadedSession>({
    max: cachedSessions,
    ttl: cachedMs,
    dispose: (session, hash) => removeFrom(hashes, String(session.actor.user_id), hash),
  });
  // Grows with every change, so that a session read before a change is not cached after it.
  let changes = 0;
  const forget = (userId: string | null): void => {
    changes += 1;
    if (userId === null) return cache.clear();
    for (const hash of hashes.get(userId) ?? []) cache.delete(hash);
  };
  bus.subscribe('user', forget);
  bus.subscribe('roles', () => forget(null));
  bus.subscribe('menus', () => forget(null));

  async function load(hash: Buffer): Promise<LoadedSession | null> {
    const key = hash.toString('base64');
    const cached = cache.get(key);
    if (cached) return cached;
    const before = changes;
    const session = await loadSession({ db, config }, hash);
    if (session && before === changes) {
      cache.set(key, session);
      addTo(hashes, String(session.actor.user_id), key);
    }
    return session;
  }

  return { load, forget };
}

type SessionParts = { db: Db; bus: Bus; config: Pick<Config, 'env'>; clock: () => Date; log: Logger };

/** Sessions in `user_sessions`: only token hashes are stored; loaded people are cached until any node reports a change. */
export function createSessions({ db, bus, config, clock, log }: SessionParts): Sessions {
  const { load, forget } = createSessionCache({ db, bus, config });
  const touches = createSessionActivityWriter({ db, log });

  /** Notifies every node; this one does not wait for the message. */
  async function announce(trx: Db, userId: number): Promise<void> {
    forget(String(userId));
    await bus.publish(trx, `user:${userId}`);
  }

  /** Extends the expiry; at most once a minute per session. */
  function touch(session: LoadedSession, now: Date): void {
    if (now.getTime() - session.last_seen_at.getTime() < touchEveryMs) return;
    session.last_seen_at = now;
    session.expires_at = endOf(session, now);
    touches.add({ id: session.actor.session_id, seen_at: now, expires_at: session.expires_at });
  }

  async function find(token: string, bind: string | null): Promise<Actor | null> {
    const session = await load(hashToken(token));
    if (!session) return null;
    // A browser's token is useless without the HttpOnly half, and no other client's token opens a browser session.
    const isBound =
      session.bind_hash === null ? bind === null : bind !== null && isSameBytes(session.bind_hash, hashToken(bind));
    if (!isBound) return null;
    const now = clock();
    checkAlive(session, now);
    touch(session, now);
    return session.actor;
  }

  async function revoke(trx: Db, target: Parameters<Sessions['revoke']>[1]): Promise<number> {
    let query = trx
      .updateTable('user_sessions')
      .set({ revoked_at: clock(), revoke_reason: target.reason })
      .where('user_id', '=', target.user_id)
      .where('revoked_at', 'is', null);
    if (target.session_id !== undefined) query = query.where('id', '=', target.session_id);
    if (target.except_id !== undefined) query = query.where('id', '!=', target.except_id);
    const done = await query.executeTakeFirst();
    await announce(trx, target.user_id);
    return Number(done.numUpdatedRows);
  }

  async function open(trx: Db, newSession: NewSession): Promise<OpenedSession> {
    const token = makeToken();
    const bind = newSession.client_type === 'app' ? null : makeToken();
    const now = clock();
    // First, as it locks the user: concurrent logins of one person take turns, so two cannot both stay.
    await trx
      .updateTable('users')
      .set({ last_login_at: now, last_login_ip: newSession.ip })
      .where('id', '=', newSession.user_id)
      .execute();
    const {
      rows: [opened],
    } = await sql<{ id: number; ended: string[] }>`
      with surplus as (
        select id from user_sessions where user_id = ${newSession.user_id} and device_class = ${newSession.device_class} and revoked_at is null and expires_at > ${now}
        order by id desc limit ${newSession.keep === null ? 0 : null}::bigint offset ${(newSession.keep ?? 1) - 1}::bigint
      ), ended as (
        update user_sessions s set revoked_at = ${now}, revoke_reason = 'logged_in_elsewhere', ended_by = ${newSession.device_name} from surplus where s.id = surplus.id returning s.device_name
      ), opened as (
        insert into user_sessions (user_id, token_hash, bind_hash, client_type, device_class, client_id, device_name, ip, remember, issued_at, last_seen_at, expires_at, ends_at)
        values (${newSession.user_id}, ${hashToken(token)}, ${bind === null ? null : hashToken(bind)}, ${newSession.client_type}, ${newSession.device_class}, ${newSession.client_id}, ${newSession.device_name},
          ${newSession.ip}, ${newSession.remember}, ${now}, ${now}, ${endOf(newSession, now)}, ${newSession.ends_at}) returning id
      ) select opened.id, array(select device_name from ended) as ended from opened`.execute(trx);
    if (!opened) throw new Error('a session was not opened');
    if (opened.ended.length > 0) await announce(trx, newSession.user_id);
    return { id: opened.id, token, bind, ended: opened.ended };
  }

  return { open, find, revoke, forget: (userId) => forget(String(userId)), flush: touches.flush };
}
