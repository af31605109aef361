import { createTableSql } from '../server/src/features/developments/forge/migration.ts';
import { findResource } from '../shared/src/resources/index.ts';

// npm run db:draft <name>: drafts a migration for a resource, to be reviewed and committed.
const resource = findResource(process.argv[2] ?? '');
if (!resource) throw new Error('usage: npm run db:draft <resource>');
process.stdout.write(createTableSql(resource));
