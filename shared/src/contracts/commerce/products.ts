import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

const course = { id: s.integer(), title: s.string() };

/** How a product differs from the current state of its courses; applied with `PUT /admin/products/sync`. */
export const compareProduct = contract({
  method: 'GET',
  path: '/admin/products/:id/sync',
  response: s.object({
    synced_at: s.nullable(s.time()),
    removed: s.array(s.object(course)),
    unpublished: s.array(s.object(course)),
    /** Published courses of the same subjects that the product does not sell yet. */
    added: s.array(
      s.object({ ...course, lesson_count: s.integer(), duration_sec: s.integer(), sale_price: s.integer() }),
    ),
    changed: s.array(
      s.object({
        ...course,
        before: s.object({ lesson_count: s.integer(), duration_sec: s.integer(), sale_price: s.integer() }),
        after: s.object({ lesson_count: s.integer(), duration_sec: s.integer(), sale_price: s.integer() }),
      }),
    ),
    /** Fen: the product's list price, and the sum of its published courses' prices. */
    list_price: s.integer(),
    course_price: s.integer(),
    is_same: s.boolean(),
  }),
});
