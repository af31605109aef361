import { sql, type RawBuilder } from 'kysely';
import { parseSecret } from '@kaike/shared/domain/cards/parse-secret';
import { permissionOf } from '@kaike/shared/kit/resource';
import type { RecordMatch } from '@kaike/shared/contracts/office/palette';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCall } from '../../../core/call.ts';
import { rowScope } from '../../../kit/access.ts';
import { fromOf } from '../../../kit/read/load-rows.ts';
import { cardsOfOrder, hashesOf } from '../../cards/cards/public.ts';
import { stateOf } from './state-of-row.ts';

type Paste = {
  resource: string;
  where: RawBuilder<boolean>;
  /** Set for rows related to the pasted number, rather than the record itself. */ note?: string;
};

/** Maximum cards shown for an order; the list has all. */
const maxNearby = 5;

const number = /^[\w-]{6,40}$/;
/** Also with blanks and hyphens inside. */
const mobiles = /(?<!\d)(?:\+?86[\s-]?)?(1[3-9]\d(?:[\s-]?\d){8})(?!\d)/g;
/** Words of a sentence that may be one of our numbers: they contain at least four digits. */
const numbers = /(?<![\w-])(?=(?:[A-Za-z_-]*\d){4})[\w-]{6,40}(?![\w-])/g;
const maxResults = 3;
const withMobile = ['members', 'agencies', 'admins'];

function numbersIn(text: string): string[] {
  if (number.test(text)) return [text];
  return [...new Set([...text.matchAll(numbers)].map(([word]) => word))].slice(0, maxResults);
}

const mobilesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(mobiles)].map(([, digits = '']) => digits.replace(/[\s-]/g, '')))].slice(0, maxResults);

/** The records a pasted text may identify or contain a number of; each lookup uses an index. */
function pastes(call: AdminCall, text: string): Paste[] {
  const candidates: Paste[] = [];
  const reading = parseSecret(text);
  // A secret is looked up by its keyed hash and never returned.
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

async function findPaste(call: AdminCall, { resource: name, where, note }: Paste): Promise<RecordMatch[]> {
  const resource = call.ctx.resources.all.find(({ definition }) => definition.name === name);
  if (!resource || !hasPermission(call.actor, permissionOf(resource.definition, 'list'))) return [];
  const { definition } = resource;
  // Secrets are in the table only, not in the view the list reads.
  const from = name === 'cards' ? sql.table(definition.table) : fromOf(resource);
  const { rows } = await sql<{
    id: number;
    title: string;
    state: Record<string, unknown>;
  }>`select r.id, r.${sql.ref(definition.title)}::text as title, ${stateOf(definition)} as state from ${from} r
    where ${rowScope(call.actor, resource)} and ${where} order by r.id desc limit ${note === undefined ? 1 : maxNearby}`.execute(
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

/** The records that a pasted card number, secret, order number or mobile identifies, within the user's scope; an order includes its buyer's cards. */
export async function findPasted(call: AdminCall, text: string): Promise<RecordMatch[]> {
  return (await Promise.all(pastes(call, text).map((paste) => findPaste(call, paste)))).flat();
}
