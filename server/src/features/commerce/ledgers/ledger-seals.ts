import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { isSameBytes } from '../../../core/secrets.ts';
import type { LedgerAnchor } from './ledger-anchors.ts';
import { lineText, type Ledger, type LineValues, type SignatureCheck, type Signer } from './ledger.ts';

/** A seal of up to `sealSize` lines; `hash` continues that of the seal before. */
export type Seal = {
  no: number;
  is_opening: boolean;
  /** When an operator accepted the lines as they stood; of the first seal of such a beginning alone. */
  accepted_at: Date | null;
  line_count: number;
  delta_sum: number;
  first_id: number | null;
  last_id: number | null;
  digest: Buffer;
  hash: Buffer;
  mac: Buffer;
  sealed_at: Date;
};

export const sealSize = 1000;

/** A line as it is stored, with what its signature covers. */
export type StoredLine = LineValues & {
  id: number;
  delta: number;
  seal_no: number | null;
  signature: Buffer | null;
  /** An earlier line has the same account and request: a copy of it, with its signature. */
  is_copy: boolean;
};

const macPurpose = 'ledger-seal';

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** What a seal says of its lines, which are in ascending order. */
export function sumUp(
  ledger: Ledger,
  lines: readonly StoredLine[],
): Pick<Seal, 'line_count' | 'delta_sum' | 'first_id' | 'last_id' | 'digest'> {
  return {
    line_count: lines.length,
    delta_sum: lines.reduce((sum, { delta }) => sum + delta, 0),
    first_id: lines[0]?.id ?? null,
    last_id: lines.at(-1)?.id ?? null,
    digest: sha256(lines.map((line) => `${line.id}|${lineText(ledger, line)}\n`).join('')),
  };
}

/** The hash of a seal after the one before it; null before the first. */
export function hashSeal({ name }: Ledger, seal: Omit<Seal, 'hash' | 'mac'>, before: Buffer | null): Buffer {
  return sha256(
    JSON.stringify([
      name,
      seal.no,
      seal.is_opening,
      seal.line_count,
      seal.delta_sum,
      seal.first_id,
      seal.last_id,
      seal.digest.toString('hex'),
      seal.sealed_at.toISOString(),
      before?.toString('hex') ?? '',
      ...(seal.accepted_at ? [seal.accepted_at.toISOString()] : []),
    ]),
  );
}

export const signSeal = (secrets: Signer, sealHash: Buffer): Buffer => secrets.hmac(macPurpose, sealHash);
export const isSealSigned = (secrets: SignatureCheck, { hash: sealHash, mac }: Pick<Seal, 'hash' | 'mac'>): boolean =>
  secrets.hmacs(macPurpose, sealHash).some((good) => isSameBytes(good, mac));

/** All seals of a ledger in their order. */
export async function loadSeals(db: Db, { name }: Ledger): Promise<Seal[]> {
  const { rows } =
    await sql<Seal>`select no, is_opening, accepted_at, line_count, delta_sum, first_id, last_id, digest, hash, mac, sealed_at
    from ledger_seals where ledger = ${name} order by no`.execute(db);
  return rows;
}

export async function findLastSeal(db: Db, { name }: Ledger): Promise<Seal | null> {
  const { rows } =
    await sql<Seal>`select no, is_opening, accepted_at, line_count, delta_sum, first_id, last_id, digest, hash, mac, sealed_at
    from ledger_seals where ledger = ${name} order by no desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** When an operator began the seals anew, by a first seal that is signed; null when nobody has. */
export async function findAccepted(db: Db, secrets: SignatureCheck, ledger: Ledger): Promise<Date | null> {
  const { rows } =
    await sql<Seal>`select no, is_opening, accepted_at, line_count, delta_sum, first_id, last_id, digest, hash, mac, sealed_at
    from ledger_seals where ledger = ${ledger.name} and no = 1 and accepted_at is not null`.execute(db);
  const [first] = rows;
  const isGood = first && isSameBytes(hashSeal(ledger, first, null), first.hash) && isSealSigned(secrets, first);
  return isGood ? first.accepted_at : null;
}

/**
 * Whether the seal of an anchor, if there is one, is there unchanged. An anchor of seals that an operator has begun anew since,
 * on any node, does not count any more.
 */
export async function hasAnchored(
  { db, secrets }: { db: Db; secrets: SignatureCheck },
  ledger: Ledger,
  anchor: LedgerAnchor | null,
): Promise<boolean> {
  if (!anchor) return true;
  const accepted = await findAccepted(db, secrets, ledger);
  if (accepted && accepted.getTime() > Date.parse(anchor.accepted_at ?? '1970-01-01')) return true;
  const { rows } =
    await sql`select 1 from ledger_seals where ledger = ${ledger.name} and no = ${anchor.no} and encode(hash, 'hex') = ${anchor.hash}`.execute(
      db,
    );
  return rows.length > 0;
}

/** Which lines to read: of one account, or of all; with those that have a seal, or without. */
type LineFilter = { account_id?: number; has_sealed?: boolean };

/** Lines without a seal after an id, in ascending order, at most `sealSize`. */
export async function loadLines(
  db: Db,
  { table, account, columns }: Ledger,
  after: number,
  { account_id, has_sealed = false }: LineFilter = {},
): Promise<StoredLine[]> {
  const isOfAccount = account_id === undefined ? sql`` : sql`and ${sql.ref(`l.${account}`)} = ${account_id}`;
  const isUnsealed = has_sealed ? sql`` : sql`and l.seal_no is null`;
  const { rows } =
    await sql<StoredLine>`select ${sql.join(['id', 'seal_no', 'signature', ...columns].map((name) => sql.ref(`l.${name}`)))},
      exists (select 1 from ${sql.table(table)} o where ${sql.ref(`o.${account}`)} = ${sql.ref(`l.${account}`)}
        and o.request_id = l.request_id and o.id < l.id) as is_copy
    from ${sql.table(table)} l where l.id > ${after} ${isUnsealed} ${isOfAccount} order by l.id limit ${sealSize}`.execute(
      db,
    );
  return rows;
}

/** The lines of some seals, by seal and id. */
export async function loadSealed(
  db: Db,
  { table, columns }: Ledger,
  { from, to }: { from: number; to: number },
): Promise<StoredLine[]> {
  const { rows } =
    await sql<StoredLine>`select ${sql.join(['id', 'seal_no', 'signature', ...columns].map((name) => sql.ref(`l.${name}`)))}, false as is_copy
    from ${sql.table(table)} l where l.seal_no between ${from} and ${to} order by l.seal_no, l.id`.execute(db);
  return rows;
}

/** Adds the next seal, for these lines. */
export async function addSeal(
  trx: Db,
  ledger: Ledger,
  {
    lines,
    before,
    is_opening,
    accepted_at = null,
    now,
    secrets,
  }: {
    lines: readonly StoredLine[];
    before: Seal | null;
    is_opening: boolean;
    accepted_at?: Date | null;
    now: Date;
    secrets: Signer;
  },
): Promise<Seal> {
  const body = { no: (before?.no ?? 0) + 1, is_opening, accepted_at, ...sumUp(ledger, lines), sealed_at: now };
  const sealHash = hashSeal(ledger, body, before?.hash ?? null);
  const seal: Seal = { ...body, hash: sealHash, mac: signSeal(secrets, sealHash) };
  await trx
    .insertInto('ledger_seals')
    .values({ ledger: ledger.name, ...seal })
    .execute();
  await sql`update ${sql.table(ledger.table)} set seal_no = ${seal.no} where id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  return seal;
}
