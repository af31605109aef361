// What runs beside the code of a plugin, in a process of its own: it answers the server's calls by the plugin's handlers, and
// passes on what these ask of the server. Its messages are those of server/src/features/plugins/run/messages.ts.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const send = process.send.bind(process);
// A plugin has no business with other processes.
const removedNames =
  'kill _kill _debugProcess _debugEnd abort send disconnect chdir umask dlopen binding setuid setgid seteuid setegid setgroups initgroups';
for (const name of removedNames.split(' ')) Reflect.deleteProperty(process, name);

const textOf = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 4000);

/** A refusal that the person reads: texts by language. */
class Refusal extends Error {
  constructor(words) {
    super(typeof words === 'string' ? words : (words['zh-CN'] ?? ''));
    this.words = typeof words === 'string' ? { 'zh-CN': words } : words;
  }
}

/** Why an adapter cannot do what it was called for, in the terms of the product. */
class Failure extends Error {
  constructor(code, reason) {
    super(`${code}: ${reason}`);
    this.code = code;
  }
}

/** Replaces a method for good: the code of a plugin, which loads later, finds no other one. */
const replace = (target, name, value) =>
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true });

/**
 * Everything that opens a connection in Node goes through these. Without the permission `network.connect` they reach the
 * plugin's database and nothing else. What a flaw of this process would open is open then: it keeps honest code honest.
 */
function closeNetwork(database) {
  const refuse = () => {
    throw new Error('The network is not granted: ask for network.connect in "permissions".');
  };
  const { connect } = net.Socket.prototype;
  const port = Number(database?.port ?? 5432);
  const paths = [String(port), `${database?.host}/.s.PGSQL.${port}`];
  const isOwn = (first, second) =>
    database !== null &&
    (second === undefined ? paths.includes(String(first)) : first === port && second === database.host);
  replace(net.Socket.prototype, 'connect', function connectOwn(...parts) {
    const [first, second] = Array.isArray(parts[0]) ? parts[0] : parts;
    // As the driver calls it: (path) or (port, host), of which net makes options where it calls itself.
    const isDatabase =
      typeof first === 'object' && first !== null
        ? isOwn(first.path ?? first.port, first.path === undefined ? first.host : undefined)
        : isOwn(first, typeof second === 'string' ? second : undefined);
    if (!isDatabase) refuse();
    return connect.apply(this, parts);
  });
  replace(net.Server.prototype, 'listen', refuse);
  for (const name of ['bind', 'connect', 'send']) replace(dgram.Socket.prototype, name, refuse);
  // Only the name of the database is looked up.
  const { lookup } = dns;
  replace(dns, 'lookup', (name, ...others) => (name === database?.host ? lookup(name, ...others) : refuse()));
  for (const owner of [dns, dns.promises])
    for (const name of Object.keys(owner).filter((key) => /^(?:resolve|reverse|lookupService)/.test(key)))
      replace(owner, name, refuse);
  replace(dns.promises, 'lookup', refuse);
  for (const { prototype } of [dns.Resolver, dns.promises.Resolver])
    for (const name of Object.getOwnPropertyNames(prototype).filter((key) => /^(?:resolve|reverse)/.test(key)))
      replace(prototype, name, refuse);
}

let lastRequest = 0;
const waiting = new Map();

/** Asks the server for something; it decides by what was granted. */
function ask(method, input) {
  lastRequest += 1;
  const id = lastRequest;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    send({ type: 'ask', id, method, input });
  });
}

let pool = null;
const tooManyConnections = '53300';

async function openPool(database) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  pg.types.setTypeParser(pg.types.builtins.DATE, String);
  const opened = new pg.Pool({ ...database, max: 2, idleTimeoutMillis: 1000, connectionTimeoutMillis: 5000 });
  opened.on('error', () => undefined);
  return opened;
}

let database = null;

async function connect() {
  if (!database) throw new Error('This plugin has no tables: a file below migrations/ makes them.');
  pool ??= openPool(database);
  // The processes of all servers share the few connections of the plugin's account: a free one is waited for.
  for (let left = 50; ; left -= 1) {
    try {
      return await (await pool).connect();
    } catch (error) {
      if (error.code !== tooManyConnections || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const run = async (client, { text, values = [] }) => (await client.query(text, values)).rows;

async function query(text, values = []) {
  const client = await connect();
  try {
    return await run(client, { text, values });
  } finally {
    client.release();
  }
}

/** All statements or none. */
async function transaction(statements) {
  const client = await connect();
  try {
    await client.query('begin');
    const results = [];
    for (const statement of statements) results.push(await run(client, statement));
    await client.query('commit');
    client.release();
    return results;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

let folder = '';
const catalogues = new Map();

function catalogueOf(locale) {
  if (!catalogues.has(locale)) {
    let words = {};
    try {
      words = JSON.parse(readFileSync(join(folder, 'wording', `${locale}.json`), 'utf8'));
    } catch {
      // A language without a file has the words of the others.
    }
    catalogues.set(locale, words);
  }
  return catalogues.get(locale);
}

/** A text of the plugin's wording in a language. */
function translate(locale, key, params = {}) {
  const text = catalogueOf(locale)[key] ?? catalogueOf('zh-CN')[key] ?? catalogueOf('en')[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(params[name] ?? all));
}

const kaike = Object.freeze({
  query,
  transaction,
  t: translate,
  read: (resource, options = {}) => ask('read', { resource, ...options }),
  settings: () => ask('settings', {}),
  mail: (message) => ask('mail', message),
  log: (text) => ask('log', { text: String(text) }),
  refuse: (words) => new Refusal(words),
  fail: (code, reason = code) => new Failure(String(code), String(reason)),
});

const recordTable =
  'create table if not exists kaike_migrations (name text primary key, applied_at timestamptz not null default now())';

async function applyMigration(client, name) {
  await client.query('begin');
  try {
    await client.query(readFileSync(join(folder, 'migrations', name), 'utf8'));
    await client.query('insert into kaike_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

/** Applies the migrations that the plugin's schema has not seen, in order; of several processes one works and the others wait. */
async function migrate() {
  const client = await connect();
  let isDone = false;
  try {
    await client.query("select pg_advisory_lock(hashtext('plugin-migrations'), hashtext(current_user))");
    await client.query(recordTable);
    const { rows } = await client.query('select name from kaike_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const place = join(folder, 'migrations');
    const files = existsSync(place) ? readdirSync(place) : [];
    const names = files.filter((name) => name.endsWith('.sql') && !applied.has(name));
    for (const name of names.sort()) await applyMigration(client, name);
    await client.query('select pg_advisory_unlock_all()');
    isDone = true;
    return names;
  } finally {
    client.release(!isDone);
  }
}

let handlers = { routes: {}, hooks: {}, jobs: {}, adapters: {} };

const runners = {
  migrate,
  route: (name, input) => handlers.routes[name](input, kaike),
  hook: (name, input) => handlers.hooks[name](input, kaike),
  job: (name, input) => handlers.jobs[name](input, kaike),
  adapter: (name, input) => handlers.adapters[name](input, kaike),
};

async function answer({ id, kind, name, input }) {
  try {
    const value = await runners[kind](name, input);
    send({ type: 'done', id, value: value ?? null });
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    send({
      type: 'failed',
      id,
      message: isRefusal ? error.message : textOf(error),
      refusal: isRefusal ? error.words : null,
      code: error instanceof Failure ? error.code : null,
    });
  }
}

async function begin(message) {
  ({ folder, database } = message);
  try {
    if (!message.may_connect) closeNetwork(database);
    if (message.server) {
      const module = await import(pathToFileURL(join(folder, message.server)).href);
      const { routes, hooks, jobs, adapters } = module;
      handlers = { routes: { ...routes }, hooks: { ...hooks }, jobs: { ...jobs }, adapters: { ...adapters } };
    }
    const names = Object.values(handlers).flatMap((group) => Object.keys(group));
    send({ type: 'ready', handlers: names });
  } catch (error) {
    send({ type: 'broken', message: textOf(error) });
  }
}

process.on('message', (message) => {
  if (message.type === 'begin') void begin(message);
  else if (message.type === 'call') void answer(message);
  else if (message.type === 'answer') {
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error === null) resolve?.(message.value);
    else reject?.(new Error(message.error));
  }
});
// The server has ended.
process.on('disconnect', () => process.exit(0));
