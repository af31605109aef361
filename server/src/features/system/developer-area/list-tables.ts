import { sql } from 'kysely';
import type { TableEntry } from '@kaike/shared/contracts/system/developments';
import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';

export async function listTables({
  ctx,
}: AdminCallOf<typeof developments.listTables>): Promise<ResponseOf<typeof developments.listTables>> {
  const { rows } = await sql<TableEntry>`
    select c.relname as name, greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'required', a.attnotnull, 'initial', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum), '[]')
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('name', i.indexrelid::regclass::text, 'definition', pg_get_indexdef(i.indexrelid),
          'scans', coalesce(s.idx_scan, 0)) order by i.indexrelid), '[]')
        from pg_index i left join pg_stat_user_indexes s on s.indexrelid = i.indexrelid where i.indrelid = c.oid) as indexes
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(
    ctx.db,
  );
  return { tables: rows };
}
