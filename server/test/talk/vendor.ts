import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createChat } from '../../src/adapters/chat/create-chat.ts';
import { createScriptChat } from '../../src/features/ai/scenes/public.ts';
import type { AdminPerson, Reply, TestApp } from '../app.ts';
import { chatSettings, startAiVendor, type AiVendor } from '../fakes/chat/ai-vendor.ts';

/** A school whose chat service is the fake; nothing waits between tries and words. */
export async function startVendorSchool(app: TestApp): Promise<{
  fake: AiVendor;
  admin: AdminPerson;
  save: (values: Record<string, unknown>) => Promise<Reply>;
}> {
  const { adapters, db, settings, clock, log } = app.ctx;
  adapters.chat = createChat({
    script: createScriptChat({ pause_ms: 0 }),
    db,
    settings,
    clients: adapters.clients,
    clock,
    log,
    wait: () => Promise.resolve(),
  });
  const [fake, admin] = [await startAiVendor(), await app.person.admin()];
  const save = async (values: Record<string, unknown>): Promise<Reply> => {
    const reply = await app.http('PUT', '/admin/configs', { as: admin, body: { values } });
    await app.messagesHandled();
    return reply;
  };
  await save({ ...chatSettings, chat_base: fake.base });
  return { fake, admin, save };
}

/** A published template whose talks use this model: the café, or a scene without a script. Returns its key. */
export async function addTemplate({ ctx }: TestApp, model: string, { is_free = false } = {}): Promise<string> {
  const key = `t-${randomUUID()}`;
  await sql`insert into ai_prompt_templates (key, name, type, locale, body, options, scene, status, published_at)
    select ${key}, ${model}, type, locale, body, ${JSON.stringify({ model })}::jsonb, scene, status, now()
    from ai_prompt_templates where key = ${is_free ? 'talk-free' : 'talk-cafe'}`.execute(ctx.db);
  return key;
}
