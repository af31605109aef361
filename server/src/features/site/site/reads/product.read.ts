import { sql } from 'kysely';
import type { SiteOffer, SiteProduct } from '@kaike/shared/contracts/site/site';
import type { Db } from '../../../../db/pool.ts';
import { isSold } from '../../../commerce/products/public.ts';
import { isPublicCourse } from '../public-courses.ts';

type Row = SiteProduct['product'] & Pick<SiteProduct, 'courses'>;

/** A product on sale for visitors; null when there is none or it is empty. */
export async function loadSiteProduct(db: Db, id: number): Promise<SiteProduct | null> {
  const {
    rows: [row],
  } =
    await sql<Row>`select p.id, p.title, p.list_price, p.sale_price, p.ai_seconds, p.term_mode, p.term_value, p.fixed_end_at::text, p.intro, p.cover, p.refund_days,
      (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'cover', c.cover, 'cover_style', c.cover_style, 'lesson_count', c.lesson_count, 'duration_sec', c.duration_sec,
          'is_public', ${isPublicCourse}) order by array_position(p.course_ids, c.id)), '[]') from courses c where c.id = any(p.course_ids) and c.deleted_at is null) as courses
    from products p where p.id = ${id} and ${isSold}`.execute(db);
  if (!row) return null;
  const { courses, ...product } = row;
  return { product, courses };
}

/** What the shelf of the home page shows of products on sale, newest first; none that is empty. */
export async function loadOffers(db: Db, limit: number): Promise<SiteOffer[]> {
  const { rows } =
    await sql<SiteOffer>`select p.id, p.title, p.list_price, p.sale_price, p.ai_seconds, p.term_mode, p.term_value, p.fixed_end_at::text, p.refund_days, p.cover,
      cardinality(p.course_ids) as course_count
    from products p where ${isSold} order by p.id desc limit ${limit}`.execute(db);
  return rows;
}
