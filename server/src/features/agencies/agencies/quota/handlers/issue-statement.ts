import { randomInt } from 'node:crypto';
import type * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { maskValue } from '@kaike/shared/domain/people/mask';
import { agencies as agenciesResource } from '@kaike/shared/resources/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import type { Context } from '../../../../../core/context.ts';
import { withIdempotency } from '../../../../../core/with-idempotency.ts';
import { isSameBytes } from '../../../../../core/secrets.ts';
import type { Db } from '../../../../../db/pool.ts';
import type { StatementType } from '../../../../../db/types/stored-json.ts';
import { loadRow } from '../../../../../kit/read/load-rows.ts';
import { writeLog } from '../../../../../kit/write/operation-log.ts';
import { hasForeignLine, quotaLedger } from '../../../../commerce/ledgers/public.ts';
import { lockAgencies } from '../lock-agencies.ts';
import { loadStatement } from '../statement.read.ts';

/** Without characters that look alike on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 12;
const purpose = 'agency-statement';

type Signed = {
  code: string;
  agency_id: number;
  masked_name: string;
  from_day: string;
  to_day: string;
  opening: number;
  closing: number;
  types: StatementType[];
  issued_at: Date;
};

const makeCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const figuresOf = ({ masked_name, from_day, to_day, opening, closing, types }: Omit<Signed, 'code' | 'issued_at'>) => [
  masked_name,
  from_day,
  to_day,
  opening,
  closing,
  types.map(({ type, count, delta }) => [type, count, delta]),
];

/** Signed text: every figure the check page shows, in a fixed order. */
const textOf = (row: Signed): string =>
  JSON.stringify([row.code, row.agency_id, ...figuresOf(row), row.issued_at.toISOString()]);

const isGenuine = ({ secrets }: Pick<Context, 'secrets'>, row: Signed, signature: Buffer): boolean =>
  secrets.hmacs(purpose, textOf(row)).some((good) => isSameBytes(signature, good));

/** The genuine statement of a row; null for one that the application did not issue. */
export function findGenuine(
  ctx: Pick<Context, 'secrets'>,
  { signature, ...row }: Signed & { signature: Buffer },
): Signed | null {
  return isGenuine(ctx, row, signature) ? row : null;
}

type Days = Pick<Signed, 'agency_id' | 'from_day' | 'to_day'>;

/** The newest statement of an agency for the same days. */
async function findLast(ctx: Context, trx: Db, { agency_id, from_day, to_day }: Days): Promise<Signed | null> {
  const row = await trx
    .selectFrom('agency_statements')
    .selectAll()
    .where('agency_id', '=', agency_id)
    .where('from_day', '=', from_day)
    .where('to_day', '=', to_day)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? findGenuine(ctx, row) : null;
}

const isSame = (one: Signed, other: Signed): boolean =>
  JSON.stringify(figuresOf(one)) === JSON.stringify(figuresOf(other));

/**
 * Signs the figures of a statement under a code of its own; the last one of these days again if nothing changed since. Refused
 * while the ledger of the agency has a line that the application did not write.
 */
export async function issueStatement(
  call: AdminCallOf<typeof agencies.issueStatement>,
): Promise<ResponseOf<typeof agencies.issueStatement>> {
  const { ctx, actor, body } = call;
  return withIdempotency(call, `statement.${call.params.id}`, async (trx) => {
    const agency = await loadRow({ db: trx, actor, resource: ctx.resources.of(agenciesResource) }, call.params.id);
    // Whatever moves quota of the agency waits, so that the figures are of one moment.
    await lockAgencies(trx, [agency.id]);
    assert(!(await hasForeignLine({ db: trx, secrets: ctx.secrets }, quotaLedger, agency.id)), 'agency.ledger_foreign');
    const statement = await loadStatement(call, trx, agency, body);
    const { opening, closing, types } = statement;
    const row: Signed = {
      code: makeCode(),
      agency_id: agency.id,
      masked_name: maskValue('name', agency.name),
      from_day: body.from,
      to_day: body.to,
      opening,
      closing,
      types,
      issued_at: ctx.clock(),
    };
    const last = await findLast(ctx, trx, row);
    if (last && isSame(last, row)) return { code: last.code, issued_at: last.issued_at.toISOString(), statement };
    await trx
      .insertInto('agency_statements')
      .values({
        ...row,
        types: JSON.stringify(types),
        issued_by: actor.user_id,
        signature: ctx.secrets.hmac(purpose, textOf(row)),
      })
      .execute();
    await writeLog(trx, call, {
      resource: 'agencies',
      action: 'statement',
      record_id: agency.id,
      record_title: agency.name,
      after: { from: body.from, to: body.to },
    });
    return { code: row.code, issued_at: row.issued_at.toISOString(), statement };
  });
}

const pageSize = 500;

/** Signs genuine statements with the current key, page by page; a row changed in the table is left as it is. */
export async function resignStatements(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const done = { changed: 0, unreadable: 0 };
  for (let after = 0; ;) {
    const rows = await ctx.db
      .selectFrom('agency_statements')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, ...row } of rows) {
      after = id;
      const next = ctx.secrets.hmac(purpose, textOf(row));
      if (isSameBytes(row.signature, next)) continue;
      if (!findGenuine(ctx, row)) {
        done.unreadable += 1;
        continue;
      }
      await ctx.db.updateTable('agency_statements').set({ signature: next }).where('id', '=', id).execute();
      done.changed += 1;
    }
    if (rows.length < pageSize) return done;
  }
}
