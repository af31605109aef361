import { pluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type pg from 'pg';
import { closingStatement } from '../../../db/embedded/close-to-plugins.ts';
import { boundaryLines, describeBoundary } from '../plugins/public.ts';
import { ok, warn, type Finding } from './check.ts';

type Row = {
  id: string;
  state: number;
  is_full: boolean;
  reason: string | null;
  ended: number;
  end_reason: string | null;
};

/** What a superuser of an external database does once, which is done for the embedded one at each start. */
async function howToClose(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_user as name');
  return `As a superuser of the database, in it: ${closingStatement(rows[0]?.name ?? '').replaceAll(/\s+/g, ' ')}`;
}

/** What keeps plugins apart here; said where there are any. */
async function checkBoundary(pool: pg.Pool): Promise<Finding> {
  const boundary = await describeBoundary(pool);
  const { strong, weak } = boundaryLines(boundary);
  if (weak.length === 0) return ok(`Plugins are kept apart: ${strong.join('; ')}`);
  return warn(
    `A plugin is not wholly kept apart on this system: ${weak.join('; ')}`,
    [
      'Install plugins of people you trust.',
      ...(boundary.own_user ? [] : ['Started as root, the server gives each plugin an account of its own.']),
      ...(boundary.own_network
        ? []
        : ['A network of its own needs Linux with user namespaces, or root with CAP_SYS_ADMIN, and unshare.']),
      ...(boundary.closed_database ? [] : [await howToClose(pool)]),
    ].join(' '),
  );
}

/** What the processes and tables of plugins did that somebody should know. */
const troubles = ({ id, is_full, ended, end_reason: reason }: Row): Finding[] => [
  ...(is_full
    ? [
        warn(
          `The tables of the plugin ${id} take all the space they may: it can read them and not write`,
          'Raise KAIKE_PLUGIN_SPACE_MB, or remove the plugin with its data.',
        ),
      ]
    : []),
  ...(ended > 0
    ? [
        warn(
          `The process of the plugin ${id} was ended ${ended} times within a day while it worked for somebody: ${reason ?? ''}`,
          `Its log on the page Plugins has all of them; tell its author, or switch it off: kaike plugin:off ${id}.`,
        ),
      ]
    : []),
];

/** Whether plugins are on, were switched off by faults, or are in trouble, and what keeps them apart. */
export async function checkPlugins(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('public.plugins') is not null as known");
  if (!known.rows[0]?.known) return [];
  const { rows } = await pool.query<Row>(
    `select p.id, p.state, p.is_full, (select count(*)::int from plugin_logs l where l.plugin_id = p.id and l.level = 'ended' and l.created_at > now() - interval '1 day') as ended,
      (select split_part(l.message, chr(10), 1) from plugin_logs l where l.plugin_id = p.id and l.level = 'ended' order by l.id desc limit 1) as end_reason,
      (select split_part(l.message, chr(10), 1) from plugin_logs l where l.plugin_id = p.id and l.level = 'fault' order by l.id desc limit 1) as reason
      from plugins p where p.state = any($1) order by p.id`,
    [[pluginState.on, pluginState.faulty]],
  );
  if (rows.length === 0) return [];
  const faulty = rows.filter(({ state }) => state === pluginState.faulty);
  const states =
    faulty.length === 0
      ? [ok(rows.length === 1 ? 'One plugin is on' : `${rows.length} plugins are on`)]
      : faulty.map(({ id, reason }) =>
          warn(
            `The plugin ${id} was switched off after faults: ${reason ?? 'its log says why'}`,
            `Once its cause is gone: kaike plugin:on ${id}.`,
          ),
        );
  return [...states, ...rows.flatMap(troubles), await checkBoundary(pool)];
}
