import { sql, type RawBuilder } from 'kysely';

/** `in_trash`: among the deleted rows instead. */
export type TextLookup = { table: string; column: string; texts: readonly string[]; in_trash?: boolean };

/**
 * The rows whose column equals one of the texts. Compared by bytes, so that an index with that collation is
 * used (a test requires it) and not a trigram index, which would read the lists of every trigram.
 */
export const rowsByText = ({ table, column, texts, in_trash }: TextLookup): RawBuilder<{ id: number; text: string }> =>
  sql<{
    id: number;
    text: string;
  }>`select id, ${sql.ref(column)}::text as text from ${sql.table(table)} where ${sql.ref(column)} collate "C" = any(${texts}::text[]) and ${in_trash ? sql`deleted_at is not null` : sql`deleted_at is null`}`;
