import { sql, type RawBuilder } from 'kysely';

/** A column of sealed values and what each is bound to. */
export type SealedColumn = {
  table: string;
  /** A unique integer column, the paging key. */
  id: string;
  column: string;
  purpose: string;
  /** Columns whose values, joined by a slash, a sealed value is bound to. */
  about: readonly string[];
  /** Stored as base64 text, in rows marked `is_secret`. */
  is_text?: boolean;
};

/** Every sealed column except card secrets, which are also looked up by hash. Add new ones here. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'members', id: 'id', column: 'id_card', purpose: 'id_card', about: ['id'] },
  { table: 'real_name_reviews', id: 'member_id', column: 'id_card', purpose: 'id_card', about: ['member_id'] },
  { table: 'face_checks', id: 'id', column: 'id_card', purpose: 'id_card', about: ['member_id'] },
  { table: 'second_factors', id: 'user_id', column: 'secret', purpose: 'second_factor', about: ['user_id'] },
  { table: 'second_factors', id: 'user_id', column: 'next_secret', purpose: 'second_factor', about: ['user_id'] },
  { table: 'configs', id: 'id', column: 'value', purpose: 'configs', about: ['key'], is_text: true },
  { table: 'config_changes', id: 'id', column: 'value', purpose: 'configs', about: ['key'], is_text: true },
  {
    table: 'ai_moderations',
    id: 'id',
    column: 'text_enc',
    purpose: 'ai_moderation',
    about: ['message_id', 'direction'],
  },
  { table: 'plugin_secrets', id: 'id', column: 'value', purpose: 'plugin', about: ['plugin_id', 'key'] },
  { table: 'webhooks', id: 'id', column: 'secret', purpose: 'webhook', about: ['code'] },
  { table: 'card_print_files', id: 'id', column: 'content', purpose: 'card-print', about: ['print_id', 'part'] },
];

/** The sealed value of a row as bytes. */
export const bytesOf = ({ column, is_text }: SealedColumn): RawBuilder<Buffer> =>
  is_text === true ? sql<Buffer>`decode(${sql.ref(column)}, 'base64')` : sql<Buffer>`${sql.ref(column)}`;

/** The condition of the rows that have a sealed value. */
export const sealedRows = ({ column, is_text }: SealedColumn): RawBuilder<boolean> =>
  is_text === true
    ? sql<boolean>`is_secret and coalesce(value, '') <> ''`
    : sql<boolean>`${sql.ref(column)} is not null`;
