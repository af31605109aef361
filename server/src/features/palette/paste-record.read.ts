import { sql, type RawBuilder } from 'kysely';
import { readSecret } from '@kaike/shared/domain/read-secret';
import { permissionOf } from '@kaike/shared/kit/resource';
import type { FoundRecord } from '@kaike/shared/contracts/palette';
import { mayDo } from '../../http/actor.ts';
import type { AdminCall } from '../../http/route.ts';
import { rowScope } from '../../kit/access.ts';
import { fromOf } from '../../kit/read-rows.ts';
import { cardsOfOrder, hashSecret } from '../cards/public.ts';

type Paste = { resource: string; where: RawBuilder<boolean>; /** Rows that belong to what was pasted, rather than the one it names. */ note?: string };

/** Cards beside an order; more are in the list. */
const mostBeside = 5;

const mobile = /^1[3-9]\d{9}$/;
const number = /^[\w-]{6,40}$/;

/** What a pasted text may be the whole number of; each by a unique index. */
function pastes(call: AdminCall, text: string): Paste[] {
  const found: Paste[] = [];
  const reading = readSecret(text);
  // A secret is looked up by its keyed hash and is never sent back.
  if ('secret' in reading) found.push({ resource: 'cards', where: sql<boolean>`r.secret_hash = ${hashSecret(call.ctx.secrets, reading.secret)}` });
  const plain = text.replace(/[\s-]/g, '').replace(/^(\+?86)(?=1[3-9]\d{9}$)/, '');
  if (mobile.test(plain)) found.push({ resource: 'members', where: sql<boolean>`r.mobile_phone = ${plain}` });
  if (!number.test(text)) return found;
  found.push({ resource: 'cards', where: sql<boolean>`r.card_no = ${text.toUpperCase()}` }, { resource: 'pay-orders', where: sql<boolean>`r.order_no = ${text}` });
  found.push({ resource: 'cards', where: sql<boolean>`r.id in (${cardsOfOrder(text)})`, note: text });
  return found;
}

async function findPaste(call: AdminCall, { resource: name, where, note }: Paste): Promise<FoundRecord[]> {
  const resource = call.ctx.resources.all.find(({ definition }) => definition.name === name);
  if (!resource || !mayDo(call.actor, permissionOf(resource.definition, 'list'))) return [];
  const { definition } = resource;
  // Secrets stand in the table only, whatever view the list reads.
  const from = name === 'cards' ? sql.table(definition.table) : fromOf(resource);
  const { rows } = await sql<{ id: number; title: string }>`select r.id, r.${sql.ref(definition.title)}::text as title from ${from} r
    where ${rowScope(call.actor, resource)} and ${where} order by r.id desc limit ${note === undefined ? 1 : mostBeside}`.execute(call.ctx.db);
  return rows.map((row) => ({ resource: name, id: row.id, title: row.title ?? '', note: note ?? '', url: `/admin/${name}?open=${row.id}`, exact: note === undefined }));
}

/** The one record a pasted card number, secret, order number or mobile stands for, inside the person's scope; an order comes with its buyer's cards. */
export async function findPasted(call: AdminCall, text: string): Promise<FoundRecord[]> {
  return (await Promise.all(pastes(call, text).map((paste) => findPaste(call, paste)))).flat();
}
