import type { FastifyInstance } from 'fastify';
import { showsCodes } from '../../../config.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { Sessions } from '../../../core/sessions/sessions.ts';
import { onlyForDevelopers } from '../../../http/console-token.ts';

type Message = { id: number; channel: string; receiver: string; subject: string; body: string; created_at: Date };

const shownMessages = 100;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The last messages of the local senders, newest first. */
export async function loadOutbox(db: Db, receiver: string | null = null): Promise<Message[]> {
  const all = db
    .selectFrom('outbox')
    .select(['id', 'channel', 'receiver', 'subject', 'body', 'created_at'])
    .orderBy('id', 'desc')
    .limit(shownMessages);
  return (receiver ? all.where('receiver', '=', receiver) : all).execute();
}

function renderMessage({ channel, receiver, subject, body, created_at }: Message): string {
  return `<article><header><b>${escape(channel)}</b> ${escape(receiver)} <time>${created_at.toISOString()}</time></header>
<h2>${escape(subject)}</h2><pre>${escape(body)}</pre></article>`;
}

function renderPage(messages: Message[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>body{font:15px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1f2430}article{border:1px solid #dfe3ea;border-radius:8px;
padding:.8rem 1rem;margin:1rem 0}h1{font-size:1.3rem}h2{font-size:1rem;margin:.4rem 0}pre{white-space:pre-wrap;font:inherit;margin:0}time{color:#6b7280}</style>
<h1>Outbox</h1><p>Messages that this installation would have sent, newest first.</p>${messages.map(renderMessage).join('') || '<p>Nothing yet.</p>'}</html>`;
}

/** Lists what the local drivers "sent". On a developer's machine and in tests only, as it shows codes. */
export function mountOutboxPage(app: FastifyInstance, parts: { ctx: Context; sessions: Sessions }): void {
  const { ctx } = parts;
  if (!showsCodes(ctx.config)) return;
  app.get<{ Querystring: { json?: unknown; receiver?: unknown } }>(
    '/local/outbox',
    { onRequest: onlyForDevelopers(parts) },
    async ({ query }, reply) => {
      const messages = await loadOutbox(ctx.db, typeof query.receiver === 'string' ? query.receiver : null);
      void reply.header('Cache-Control', 'no-store');
      return query.json === '1'
        ? reply.send({ list: messages })
        : reply.type('text/html; charset=utf-8').send(renderPage(messages));
    },
  );
}
