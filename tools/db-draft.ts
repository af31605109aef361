import { createTableSql } from '../server/src/features/system/developer-area/forge/migration.ts';
import { nextMigration, openProject } from '../server/src/features/system/developer-area/forge/project.ts';
import { findProjectRoot } from '../server/src/project-root.ts';
import { findResource } from '../shared/src/resources/index.ts';

// npm run db:draft <name>: drafts a migration for a resource, to be reviewed and committed. What is not SQL goes to the
// standard error, so that the draft can be sent to a file.
const name = process.argv[2] ?? '';
const resource = findResource(name);
if (resource) {
  process.stdout.write(createTableSql(resource));
  const file = nextMigration(openProject(findProjectRoot()), resource.table);
  process.stderr.write(`\nNext: put it into ${file}, then npm run db:types.\n`);
} else {
  process.stderr.write(
    `There is no resource "${name}".\nusage: npm run db:draft <resource>, such as partner-schools\n`,
  );
  process.exitCode = 1;
}
