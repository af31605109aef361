import { appendFile, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../core/context.ts';
import { anchorFile, isMissing } from '../../../process/data-folder.ts';
import { isSameBytes } from '../../../core/secrets.ts';

type End = { id: number; hash: string };
type Anchor = End & { day: string };

const purpose = 'log-chain';
const textOf = ({ id, hash }: End): string => `${id}|${hash}`;

/** The daily anchors of this node, stored outside the database. */
async function readAnchors(dataFolder: string): Promise<Anchor[]> {
  const text = await readFile(anchorFile(dataFolder), 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return '';
    throw cause;
  });
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Anchor);
}

/** Seals the end of the chain with a key derived from the secret, and once a day anchors it in the data folder. */
export async function sealChain({ db, secrets, config, clock }: Context): Promise<void> {
  const {
    rows: [end],
  } = await sql<End>`select id, encode(hash, 'hex') as hash from logs order by id desc limit 1`.execute(db);
  if (!end) return;
  await sql`insert into log_seals (log_id, mac, sealed_at) values (${end.id}, ${secrets.hmac(purpose, textOf(end))}, ${clock()}) on conflict do nothing`.execute(
    db,
  );
  const day = clock().toISOString().slice(0, 10);
  const anchors = await readAnchors(config.data_dir);
  if (anchors.at(-1)?.day !== day)
    await appendFile(anchorFile(config.data_dir), `${JSON.stringify({ day, ...end } satisfies Anchor)}\n`, {
      mode: 0o600,
    });
}

type SealedLog = { id: number; mac: Buffer; hash: string | null };

type SealContext = Pick<Context, 'db' | 'secrets'>;

const readSeals = async ({ db }: Pick<Context, 'db'>): Promise<SealedLog[]> =>
  (
    await sql<SealedLog>`select s.log_id as id, s.mac, encode(l.hash, 'hex') as hash from log_seals s left join logs l on l.id = s.log_id order by s.log_id`.execute(
      db,
    )
  ).rows;

const isGood = ({ secrets }: Pick<Context, 'secrets'>, { id, mac, hash }: SealedLog): boolean =>
  hash !== null && secrets.hmacs(purpose, textOf({ id, hash })).some((good) => isSameBytes(good, mac));

/** Number of seals and anchors, whether any seal is valid, and the first entry that differs from its seal or anchor. */
export type SealCheck = {
  seals: number;
  anchors: number;
  is_key_known: boolean;
  forged: { id: number; is_missing: boolean } | null;
};

async function findForgery(
  { db }: SealContext,
  seals: readonly SealedLog[],
  anchors: readonly Anchor[],
  bad: SealedLog | undefined,
): Promise<SealCheck['forged']> {
  if (bad) return { id: bad.id, is_missing: bad.hash === null };
  for (const { id, hash } of anchors) {
    const {
      rows: [entry],
    } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from logs where id = ${id}`.execute(db);
    const isCovered = seals.some((seal) => seal.id >= id);
    if (entry?.hash !== hash || !isCovered) return { id, is_missing: entry === undefined };
  }
  return null;
}

/** Checks the log against its seals and this node's anchors. A chain can be rebuilt without the key, seals cannot. */
export async function checkSeals(ctx: SealContext & { config: Pick<Config, 'data_dir'> }): Promise<SealCheck> {
  const [seals, anchors] = [await readSeals(ctx), await readAnchors(ctx.config.data_dir)];
  const bad = seals.filter((seal) => !isGood(ctx, seal));
  return {
    seals: seals.length,
    anchors: anchors.length,
    is_key_known: bad.length < seals.length,
    forged: await findForgery(ctx, seals, anchors, bad[0]),
  };
}

/** Reseals with the current key; invalid seals stay as they are. */
export async function resealChain(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const done = { changed: 0, unreadable: 0 };
  for (const seal of await readSeals(ctx)) {
    const next = ctx.secrets.hmac(purpose, textOf({ id: seal.id, hash: seal.hash ?? '' }));
    if (isSameBytes(next, seal.mac)) continue;
    if (isGood(ctx, seal)) {
      await sql`update log_seals set mac = ${next} where log_id = ${seal.id}`.execute(ctx.db);
      done.changed += 1;
    } else {
      done.unreadable += 1;
    }
  }
  return done;
}

/** The newest seals that tell whose key they were made with; a single one may have been forged. */
const tellingSeals = 20;

/** Whether there are seals and none of the newest was made with a secret in use. */
export async function hasForeignSeals({ db, secrets }: SealContext): Promise<boolean> {
  const { rows } = await sql<SealedLog>`select s.log_id as id, s.mac, encode(l.hash, 'hex') as hash
    from log_seals s join logs l on l.id = s.log_id order by s.log_id desc limit ${tellingSeals}`.execute(db);
  return rows.length > 0 && !rows.some((seal) => isGood({ secrets }, seal));
}
