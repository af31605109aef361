import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProjectRoot } from '../project-root.ts';

/** These work where the tables are not there yet, or in another database; one sends what `bus.ts` names. */
const others = [
  'db/hidden-names.ts',
  'db/migrate.ts',
  'db/embedded/app-role.ts',
  'db/embedded/close-to-plugins.ts',
  'db/own-messages.ts',
];

it('locks are taken, and messages sent, by names that plugins do not know', () => {
  const folder = join(findProjectRoot(), 'server', 'src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('plugins/run/describe-boundary.ts'),
  );
  const places = names.filter((name) =>
    /pg_(?:try_)?advisory_|pg_notify|\bnotify kaike|\blisten kaike/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(places.toSorted()).toEqual(others.toSorted());
});
