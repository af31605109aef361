import { hash } from 'node:crypto';
import type pg from 'pg';
import { OperatorError } from '../../db/operator-error.ts';

/** What a database says of the secret it was written with: fingerprints, of which none reveals a secret. */
export type SecretState = {
  current: string;
  /** While the secret is being changed: the one that new values are sealed with. */
  next?: string;
};

type SecretsInUse = { secret: string; old_secret: string | null };
type Client = Pick<pg.Pool, 'query'> | pg.ClientBase;

const stateKey = 'secret';

/** Shows whether two installations share a secret, without revealing it. */
export const fingerprintOf = (secret: string): string => hash('sha256', `kaike backup ${secret}`, 'hex').slice(0, 16);

/** The state of the database, or null before one was recorded. */
export async function findSecretState(client: Client): Promise<SecretState | null> {
  const { rows } = await client.query<{ value: SecretState }>('select value from app_state where key = $1', [stateKey]);
  return rows[0]?.value ?? null;
}

/** Records the state where none is yet; another process may have been first. */
export async function proposeSecretState(client: Client, state: SecretState): Promise<void> {
  await client.query('insert into app_state (key, value) values ($1, $2) on conflict (key) do nothing', [
    stateKey,
    JSON.stringify(state),
  ]);
}

/** Says that everything which can be opened is sealed with this secret. */
export async function settleSecret(client: Client, secret: string): Promise<void> {
  await client.query(
    'insert into app_state (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value, updated_at = now()',
    [stateKey, JSON.stringify({ current: fingerprintOf(secret) } satisfies SecretState)],
  );
}

/** The state of restored data, unless they bring one that knows the secret of their backup. */
export async function restoreSecretState(client: Client, fingerprint: string): Promise<void> {
  await client.query(
    `insert into app_state as s (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value, updated_at = now()
      where $3 <> all (array[s.value ->> 'current', coalesce(s.value ->> 'next', '')])`,
    [stateKey, JSON.stringify({ current: fingerprint } satisfies SecretState), fingerprint],
  );
}

/** A change begins with the first process that knows both secrets; of two at once, one is recorded. */
async function beginChange(client: Client, before: SecretState, next: string): Promise<void> {
  await client.query(
    "update app_state set value = $3, updated_at = now() where key = $1 and value = $2 and not value ? 'next'",
    [stateKey, JSON.stringify(before), JSON.stringify({ ...before, next } satisfies SecretState)],
  );
}

/** `known`: everything in the database can be opened. `begins`: so far it was all sealed with the old secret. */
export type SecretVerdict = 'known' | 'begins' | 'half_changed' | 'other';

/** Compares the state of a database with the secrets of a process. */
export function judgeSecret({ current, next }: SecretState, { secret, old_secret: old }: SecretsInUse): SecretVerdict {
  const inUse = [secret, ...(old === null ? [] : [old])].map(fingerprintOf);
  if (next === undefined) {
    if (inUse[0] === current) return 'known';
    return inUse[1] === current ? 'begins' : 'other';
  }
  if (inUse.includes(current) && inUse.includes(next)) return 'known';
  return inUse.includes(current) || inUse.includes(next) ? 'half_changed' : 'other';
}

/** One sentence for the operator, or null when the secrets fit. */
export function explainSecret(verdict: SecretVerdict, secretFile: string): string | null {
  if (verdict === 'half_changed')
    return 'The secret of this database is being changed: set KAIKE_SECRET to the new one and KAIKE_OLD_SECRET to the one before, and run kaike secret:change.';
  if (verdict === 'other')
    return `The secret in use is not the one this database was written with: put that one back, as ${secretFile} from a backup or as KAIKE_SECRET; if it is lost for good, kaike secret:change --lost goes on without what it sealed.`;
  return null;
}

/** Refuses a process whose secret is not the one of the database, and records the beginning of a change. */
export async function assertSecretState(client: Client, inUse: SecretsInUse, secretFile: string): Promise<void> {
  for (;;) {
    const state = await findSecretState(client);
    if (!state) throw new Error('the database says nothing of its secret');
    const verdict = judgeSecret(state, inUse);
    if (verdict === 'begins') {
      await beginChange(client, state, fingerprintOf(inUse.secret));
      continue;
    }
    const problem = explainSecret(verdict, secretFile);
    if (problem !== null) throw new OperatorError(problem);
    return;
  }
}
