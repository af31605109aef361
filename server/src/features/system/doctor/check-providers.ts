import type pg from 'pg';
import { capabilities } from '../../../adapters/setting-groups.ts';
import { missingSettings, providersIn, type Capability } from '../../../adapters/provider.ts';
import { showsCodes, type EnvironmentSettings } from '../../../config.ts';
import { ok, warn, type Finding } from './check.ts';

type Name = keyof typeof capabilities;
type Values = ReadonlyMap<string, string>;

/** What a school lacks without any provider; nothing where the product does it itself. */
const lacks: Readonly<Record<Name, { text: string; fix?: string }>> = {
  sms: {
    text: 'No SMS vendor is set: nobody can register, log in or be reached by text message',
    fix: 'The pages say so and offer none of these. Until one is set, the school creates the accounts.',
  },
  mail: {
    text: 'No mail server is set: passwords cannot be reset by mail',
    fix: 'Set SMTP in the settings, under Mail.',
  },
  storage: { text: 'Files are on the disk of this machine' },
  maps: { text: 'No map provider is set: places are chosen on a grid and shown as numbers' },
  face: { text: 'No face vendor is set: real names are verified by a person' },
  captcha: { text: 'The captcha is the built-in slider' },
  video: { text: 'Videos are packaged by this machine' },
  chat: { text: 'No chat service is set: talks with the AI teacher are scripted' },
  speech: { text: 'No speech service is set: the AI teacher speaks by the voices of browsers' },
  transcription: { text: 'No transcription service is set: learners type, or their browser hears them' },
  moderation: { text: 'No moderation service is set: talks are checked by word lists' },
  translation: { text: 'No translation service is set: lines of talks are translated by the chat service' },
};

function checkOne(name: Name, values: Values): Finding {
  const capability: Capability = capabilities[name];
  const saved = Object.fromEntries(values);
  const selected = providersIn(capability, saved);
  const { text, fix } = lacks[name];
  if (selected.length === 0) return fix === undefined ? ok(text) : warn(text, fix);
  const incomplete = selected.flatMap((one) => {
    const missing = missingSettings(one, saved);
    return missing.length === 0 ? [] : [`${one.provider.name} lacks ${missing.join(', ')}`];
  });
  const names = selected.map((one) => one.provider.name).join(', ');
  return incomplete.length === 0
    ? ok(`The provider of ${name} is set: ${names}`)
    : warn(`The account for ${name} is incomplete: ${incomplete.join('; ')}`, 'Complete it in the settings.');
}

/** Whether the outside services a school needs are set; the local outbox does not count. */
export async function checkProviders(pool: pg.Pool, settings: Pick<EnvironmentSettings, 'env'>): Promise<Finding[]> {
  const table = await pool.query<{ exists: boolean }>("select to_regclass('public.configs') is not null as exists");
  if (!table.rows[0]?.exists || showsCodes(settings)) return [];
  const { rows } = await pool.query<{ key: string; value: string }>('select key, value from configs');
  const values: Values = new Map(rows.map(({ key, value }) => [key, value]));
  return (Object.keys(lacks) as Name[]).map((name) => checkOne(name, values));
}
