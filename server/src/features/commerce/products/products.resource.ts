import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { productActions, productStatus, productType, termMode } from '@kaike/shared/domain/commerce/product-status';
import { allows } from '@kaike/shared/domain/status';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import { assert, checkAll } from '../../../core/app-error.ts';
import { checkPrices } from '../../catalog/prices/public.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type ColumnsOf,
  type FailedRow,
  type RowOf,
  type Write,
} from '../../../kit/behaviour.ts';
import * as productsApi from '@kaike/shared/contracts/commerce/products';
import { products } from '@kaike/shared/resources/commerce/products';
import { route } from '../../../core/route.ts';
import { hasScenes, hasTeacher } from '../../ai/scenes/public.ts';
import { saveFacts } from './course-facts.ts';
import { compareProduct } from './compare-product.ts';
import { syncProduct } from './sync-product.ts';

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const snLength = 6;
/** Months a term may have; more means permanent. */
const maxMonths = 120;

const makeSn = (): string =>
  `P${Array.from({ length: snLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')}`;
const failure = (rule: string, ...params: string[]) => [{ rule, params }];

type Product = ColumnsOf<typeof products>;

function checkContent({ type, course_ids: courses = [], ai_seconds: seconds }: Product): FieldFailures {
  return {
    ...(type !== productType.ai_minutes && courses.length === 0 ? { course_ids: failure('choose') } : {}),
    ...(type !== productType.courses && !seconds ? { ai_seconds: failure('required') } : {}),
  };
}

function checkTerms({ term_mode: mode, term_value: months, fixed_end_at: end }: Product): FieldFailures {
  return {
    ...(mode === termMode.fixed_end && !end ? { fixed_end_at: failure('choose') } : {}),
    ...(mode === termMode.months && Number(months) > maxMonths
      ? { term_value: failure('max_value', String(maxMonths)) }
      : {}),
  };
}

/** Clears the fields the product type does not use. */
function unusedBy(type: Product['type']): Product {
  if (type === productType.ai_minutes) return { course_ids: [] };
  return type === productType.courses ? { ai_seconds: 0 } : {};
}

async function checkCourses({ trx }: Write, ids: readonly number[]): Promise<FieldFailures> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from courses where id = any(${ids}::bigint[]) and deleted_at is null`.execute(trx);
  return rows[0]?.count === ids.length ? {} : { course_ids: failure('in') };
}

async function check(write: Write, values: Product, courseIds: readonly number[]): Promise<void> {
  const failures = { ...checkContent(values), ...checkTerms(values), ...(await checkCourses(write, courseIds)) };
  await checkAll(
    () => assert(Object.keys(failures).length === 0, 'request.invalid', { failures }),
    () => checkPrices(values),
  );
}

async function saveRowFacts({ trx, call }: Write, row: RowOf<typeof products>): Promise<{ synced_at: Date }> {
  const now = call.ctx.clock();
  await saveFacts(trx, { product_id: row.id, course_ids: row.course_ids, now });
  return { synced_at: now };
}

/** Whether members can spend AI minutes: there is a teacher and something to talk about. */
async function canTalk({ trx, call }: Write): Promise<boolean> {
  const vendor = await call.ctx.adapters.chat.vendor();
  const { rows } = await sql<{
    is_usable: boolean;
  }>`select ${hasTeacher} and ${hasScenes(vendor !== null)} as is_usable`.execute(trx);
  return rows[0]?.is_usable === true;
}

async function changeStatus({
  trx,
  call,
  rows,
  input: { status },
}: ActionRun<typeof products, 'change-status'>): Promise<ActionResult> {
  const action = status === productStatus.on ? 'put_on' : 'take_off';
  const isUseless = status === productStatus.on && !(await canTalk({ trx, call }));
  const failed = rows.flatMap((row): FailedRow[] => {
    if (row.status !== status && !allows(productActions, action, row.status))
      return [{ id: row.id, code: 'record.state' }];
    const isEmpty = row.course_ids.length === 0 && !row.ai_seconds;
    if (isUseless && row.type === productType.ai_minutes) return [{ id: row.id, code: 'product.no_use' }];
    return status === productStatus.on && isEmpty ? [{ id: row.id, code: 'product.empty' }] : [];
  });
  const refused = new Set(failed.map((row) => row.id));
  const ids = rows.filter((row) => !refused.has(row.id) && row.status !== status).map((row) => row.id);
  await setColumns({ trx, call }, 'products', { ids, values: { status } });
  return { changed: ids.length, failed };
}

export const productsBehaviour = defineBehaviour(products, {
  async beforeCreate(write, values) {
    await check(write, values, values.course_ids);
    return { ...values, ...unusedBy(values.type), sn: values.sn || makeSn() };
  },
  async afterCreate(write, row) {
    await saveRowFacts(write, row);
  },
  async beforeUpdate(write, { before, values }) {
    const merged = { ...before, ...values };
    // A course deleted meanwhile does not block other changes; the comparison shows it.
    await check(write, merged, values.course_ids ?? []);
    return { ...values, ...unusedBy(merged.type) };
  },
  afterUpdate: async (write, { before, after }) =>
    String(before.course_ids) === String(after.course_ids) ? undefined : saveRowFacts(write, after),
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const used = await sql<{ id: number }>`select p.id from products p where p.id = any(${ids}::bigint[]) and (
      exists (select 1 from card_batches b where b.product_id = p.id) or exists (select 1 from pay_orders o where o.product_id = p.id))`.execute(
      trx,
    );
    return used.rows.map(({ id }) => ({ id, code: 'record.in_use' }));
  },
  actions: { 'change-status': changeStatus, sync: syncProduct },
  routes: [route.admin(productsApi.compareProduct, { permission: 'admin.products.sync', handler: compareProduct })],
});
