import type { PluginBoundary } from '@kaike/shared/contracts/system/plugins';
import type pg from 'pg';
import { findBoundary } from './boundary.ts';

/** Whether a plugin's account could take locks and send messages as the product does. */
async function isClosed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_open: boolean }>(
    "select has_function_privilege('public', 'pg_advisory_lock(bigint)', 'execute') as is_open",
  );
  return rows[0]?.is_open === false;
}

/** What holds on this system and in this database. */
export const describeBoundary = async (pool: pg.Pool): Promise<PluginBoundary> => ({
  ...findBoundary(),
  closed_database: await isClosed(pool),
});

/** The same for the console, a line for each; `weak` is what only the guards of Node.js or nothing keeps. */
export function boundaryLines({ own_user, own_network, memory, closed_database: closed }: PluginBoundary): {
  strong: string[];
  weak: string[];
} {
  const facts: [boolean, string, string][] = [
    [
      own_user,
      'an account of the system of its own',
      "it runs under the server's own account, kept from its files by Node.js alone",
    ],
    [
      own_network,
      'no network unless network.connect is granted',
      'kept from the network by the guards of Node.js alone, which a hostile plugin may get past',
    ],
    [memory, 'memory limited by the kernel', 'its memory beyond the heap of JavaScript is not limited'],
    [
      closed,
      'no locks and no large objects in the database',
      "in this database it can hold up the school's work by locks and fill it by large objects",
    ],
  ];
  return {
    strong: facts.flatMap(([holds, text]) => (holds ? [text] : [])),
    weak: facts.flatMap(([holds, , text]) => (holds ? [] : [text])),
  };
}
