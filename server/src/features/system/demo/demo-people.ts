import { sql } from 'kysely';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import type { Db } from '../../../db/pool.ts';
import { rebuildTree } from '../../../kit/write/rebuild-tree.ts';
import { moveQuota } from '../../agencies/agencies/public.ts';
import type { Signer } from '../../commerce/ledgers/public.ts';
import { demoAgencies, demoGivenNames, demoSurnames } from './content/demo-content.ts';
import type { SeededRandom } from './random.ts';

export type DemoAgency = { id: number; code: string };
export type DemoMember = { id: number; agency_id: number | null; joined_at: Date };

const dayMs = 86_400_000;
const memberCount = 60;
/** The first learners have a way of their own, which takes this long. */
export const storyCount = 2;
const storyDays = 40;

type People = { trx: Db; random: SeededRandom; now: Date; password_hash: string; secrets: Signer };

/** Creates three agencies in two levels, each with a login, a quota and its first ledger entry. */
export async function makeAgencies({ trx, now, password_hash, secrets }: People): Promise<DemoAgency[]> {
  const role = await trx.selectFrom('roles').select('id').where('code', '=', 'agency').executeTakeFirstOrThrow();
  const rows: DemoAgency[] = [];
  for (const agency of demoAgencies) {
    const user = await trx
      .insertInto('users')
      .values({ username: `agency_${agency.code.toLowerCase()}`, name: agency.contact, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    const admin = await trx.insertInto('admins').values({ user_id: user.id }).returning('id').executeTakeFirstOrThrow();
    await trx.insertInto('admin_role').values({ admin_id: admin.id, role_id: role.id }).execute();
    const parent = rows.find((one) => one.code === agency.parent);
    const row = await trx
      .insertInto('agencies')
      .values({
        user_id: user.id,
        code: agency.code,
        name: agency.name,
        contact_name: agency.contact,
        mobile_phone: `139000000${rows.length + 10}`,
        parent_id: parent?.id ?? null,
        status: 1,
        contract_start: '2026-01-01',
        contract_end: '2027-12-31',
        low_stock_at: 50,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await moveQuota(trx, {
      agency_id: row.id,
      type: quotaType.top_up,
      delta: agency.quota,
      ref_type: 'agency',
      ref_id: row.id,
      operator_id: null,
      idempotency_key: `demo-${agency.code}`,
      remark: '开户充值',
      now: new Date(now.getTime() - 95 * dayMs),
      secrets,
    });
    rows.push({ id: row.id, code: agency.code });
  }
  await rebuildTree(trx, agencies);
  return rows;
}

/** Creates sixty members who joined over the last 90 days; all share the generated demo password. */
export async function makeMembers(people: People, agencies: readonly DemoAgency[]): Promise<DemoMember[]> {
  const { trx, random, now, password_hash } = people;
  const members: DemoMember[] = [];
  for (let index = 0; index < memberCount; index += 1) {
    const name = random.pick(demoSurnames) + random.pick(demoGivenNames);
    const days = random.int(1, 90);
    const since = index < storyCount ? storyDays : days;
    const joined = new Date(now.getTime() - since * dayMs - random.int(0, 80_000) * 1000);
    const agency = random.next() < 0.6 ? random.pick(agencies).id : null;
    const user = await trx
      .insertInto('users')
      .values({
        username: `learner_${index + 1}`,
        name,
        mobile_phone: `138${String(10_000_000 + index * 7919)}`,
        password_hash,
        created_at: joined,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const member = await trx
      .insertInto('members')
      .values({
        user_id: user.id,
        real_name: name,
        agency_id: agency,
        gender: random.int(1, 2),
        source: agency ? 'agency' : 'register',
        created_at: joined,
        grade: random.pick(['', '大一', '大二', '高三', '在职']),
        english_level: random.pick(['A1', 'A2', 'B1', 'B2']),
        is_auth: random.pick([0, 0, 2]),
        tags: sql`${random.next() < 0.3 ? ['重点跟进'] : []}::text[]`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    members.push({ id: member.id, agency_id: agency, joined_at: joined });
  }
  return members;
}
