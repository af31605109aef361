import { sql } from 'kysely';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';

export type AgencyNode = { id: number; lft: number; rgt: number };
type AgencyRow = {
  id: number;
  code: string;
  name: string;
  status: number;
  balance: number;
  held: number;
  unlimited: number;
  daily_cap: number | null;
  contract_end: string | null;
};

/** The agency behind the login; its position in the tree is read again because the session may hold an outdated one. */
export async function findOwn(call: AdminCall): Promise<AgencyRow & AgencyNode> {
  const own = call.actor.admin.agency;
  assert(own, 'access.denied');
  const { rows } = await sql<
    AgencyRow & AgencyNode
  >`select id, lft, rgt, code, name, status, card_num as balance, held_num as held, unlimited, daily_cap, contract_end::text
    from agencies where id = ${own.id} and deleted_at is null`.execute(call.ctx.db);
  assert(rows[0], 'access.denied');
  return rows[0];
}

/** The short link of an agency; a visitor who registers after following it becomes its member. */
export const linkOf = ({ origin }: Pick<AdminCall, 'origin'>, code: string): string =>
  `${origin}/a/${encodeURIComponent(code)}`;
