import { sql } from 'kysely';
import type { ProductSnapshot, SnapshotCourse } from '@kaike/shared/domain/commerce/product-snapshot';
import { productStatus } from '@kaike/shared/domain/commerce/product-status';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { isSold } from './on-sale.ts';

type Row = Omit<ProductSnapshot, 'courses'> & { status: number; courses: SnapshotCourse[] };

/** What the product sells at this moment; it must be on sale, or an error of the field that chose it is thrown. Courses keep the product's order. */
export async function createSnapshot(trx: Db, productId: number, field?: string): Promise<ProductSnapshot> {
  const { rows } = await sql<Row>`
    select p.id as product_id, p.sn, p.type, p.title, p.cover, p.intro, p.list_price, p.sale_price, p.ai_seconds, p.term_mode, p.term_value,
      p.fixed_end_at::text, p.stack_rule, p.per_member_limit, p.refund_days, p.status,
      (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'cover', c.cover, 'cover_style', c.cover_style, 'lesson_count', c.lesson_count,
          'duration_sec', c.duration_sec) order by array_position(p.course_ids, c.id)), '[]')
        from courses c where c.id = any(p.course_ids) and c.deleted_at is null) as courses
    from products p where p.id = ${productId} and p.deleted_at is null`.execute(trx);
  const [row] = rows;
  const details = field === undefined ? {} : { field };
  assert(row, 'record.not_found', details);
  assert(row.status === productStatus.on, 'card.product_off', details);
  assert(row.courses.length > 0 || row.ai_seconds > 0, 'product.empty', details);
  const { status: _status, ...snapshot } = row;
  return snapshot;
}

/** The same for whoever buys it; throws `product.not_offered` unless anybody may. */
export async function createOfferSnapshot(trx: Db, productId: number): Promise<ProductSnapshot> {
  const { rows } = await sql`select 1 from products p where p.id = ${productId} and ${isSold}`.execute(trx);
  assert(rows.length > 0, 'product.not_offered');
  return createSnapshot(trx, productId);
}
