import { sql, type RawBuilder } from 'kysely';
import { readSecret } from '@kaike/shared/domain/read-secret';
import { permissionOf, type ResourceDefinition } from '@kaike/shared/kit/resource';
import type { RecordMatch } from '@kaike/shared/contracts/palette';
import { mayDo } from '../../core/actor.ts';
import type { AdminCall } from '../../http/route.ts';
import { rowScope } from '../../kit/access.ts';
import { fromOf } from '../../kit/read-rows.ts';
import { cardsOfOrder, hashesOf } from '../cards/public.ts';

type Paste = {
  resource: string;
  where: RawBuilder<boolean>;
  /** Rows that belong to what was pasted, rather than the one it names. */ note?: string;
};

/** Cards beside an order; more are in the list. */
const mostBeside = 5;

const number = /^[\w-]{6,40}$/;
/** With the blanks and hyphens people write into them. */
const mobiles = /(?<!\d)(?:\+?86[\s-]?)?(1[3-9]\d(?:[\s-]?\d){8})(?!\d)/g;
/** Words of a sentence that may be a number of ours: they hold digits enough. */
const numbers = /(?<![\w-])(?=(?:[A-Za-z_-]*\d){4})[\w-]{6,40}(?![\w-])/g;
const most = 3;
const withMobile = ['members', 'agencies', 'admins'];

function numbersIn(text: string): string[] {
  if (number.test(text)) return [text];
  return [...new Set([...text.matchAll(numbers)].map(([word]) => word))].slice(0, most);
}

const mobilesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(mobiles)].map(([, digits = '']) => digits.replace(/[\s-]/g, '')))].slice(0, most);

/** What a pasted text is the number of, or holds one of; each by an index. */
function pastes(call: AdminCall, text: string): Paste[] {
  const candidates: Paste[] = [];
  const reading = readSecret(text);
  // A secret is looked up by its keyed hash and is never sent back.
  if ('secret' in reading)
    candidates.push({
      resource: 'cards',
      where: sql<boolean>`r.secret_hash = any(${hashesOf(call.ctx.secrets, reading.secret)}::bytea[])`,
    });
  for (const digits of mobilesIn(text))
    candidates.push(
      ...withMobile.map((resource): Paste => ({ resource, where: sql<boolean>`r.mobile_phone = ${digits}` })),
    );
  for (const word of numbersIn(text)) {
    candidates.push(
      { resource: 'cards', where: sql<boolean>`r.card_no = ${word.toUpperCase()}` },
      { resource: 'pay-orders', where: sql<boolean>`r.order_no = ${word}` },
    );
    candidates.push({ resource: 'cards', where: sql<boolean>`r.id in (${cardsOfOrder(word)})`, note: word });
  }
  return candidates;
}

/** What the actions of a resource ask before they are offered. */
function stateFields({ actions, fields }: ResourceDefinition): string[] {
  const stateKeys = Object.values(actions ?? {}).flatMap((action) => (action.when ?? []).map(({ field }) => field));
  return [...new Set(stateKeys)].filter((key) => !fields[key]?.computed && !fields[key]?.masked);
}

async function findPaste(call: AdminCall, { resource: name, where, note }: Paste): Promise<RecordMatch[]> {
  const resource = call.ctx.resources.all.find(({ definition }) => definition.name === name);
  if (!resource || !mayDo(call.actor, permissionOf(resource.definition, 'list'))) return [];
  const { definition } = resource;
  // Secrets stand in the table only, whatever view the list reads.
  const from = name === 'cards' ? sql.table(definition.table) : fromOf(resource);
  const stateKeys = stateFields(definition);
  const state =
    stateKeys.length > 0
      ? sql`jsonb_build_object(${sql.join(stateKeys.flatMap((key) => [sql`${key}::text`, sql`r.${sql.ref(key)}`]))})`
      : sql`'{}'::jsonb`;
  const { rows } = await sql<{
    id: number;
    title: string;
    state: Record<string, unknown>;
  }>`select r.id, r.${sql.ref(definition.title)}::text as title, ${state} as state from ${from} r
    where ${rowScope(call.actor, resource)} and ${where} order by r.id desc limit ${note === undefined ? 1 : mostBeside}`.execute(
    call.ctx.db,
  );
  return rows.map((row) => ({
    resource: name,
    id: row.id,
    title: row.title ?? '',
    note: note ?? '',
    url: `/admin/${name}?open=${row.id}`,
    exact: note === undefined,
    state: row.state,
  }));
}

/** The one record a pasted card number, secret, order number or mobile stands for, inside the person's scope; an order comes with its buyer's cards. */
export async function findPasted(call: AdminCall, text: string): Promise<RecordMatch[]> {
  return (await Promise.all(pastes(call, text).map((paste) => findPaste(call, paste)))).flat();
}
