import { pluginState } from '@kaike/shared/domain/plugins/plugin-manifest';
import type pg from 'pg';
import { ok, warn, type Finding } from './check.ts';

type Row = { id: string; state: number; reason: string | null };

/** Whether a plugin was switched off by its faults. */
export async function checkPlugins(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('public.plugins') is not null as known");
  if (!known.rows[0]?.known) return [];
  const { rows } = await pool.query<Row>(
    `select p.id, p.state, (select split_part(l.message, chr(10), 1) from plugin_logs l where l.plugin_id = p.id and l.level = 'fault' order by l.id desc limit 1) as reason
      from plugins p where p.state = any($1) order by p.id`,
    [[pluginState.on, pluginState.faulty]],
  );
  if (rows.length === 0) return [];
  const faulty = rows.filter(({ state }) => state === pluginState.faulty);
  if (faulty.length === 0) return [ok(rows.length === 1 ? 'One plugin is on' : `${rows.length} plugins are on`)];
  return faulty.map(({ id, reason }) =>
    warn(
      `The plugin ${id} was switched off after faults: ${reason ?? 'its log says why'}`,
      `Once its cause is gone: kaike plugin:on ${id}.`,
    ),
  );
}
