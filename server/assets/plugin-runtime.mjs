// What runs beside the code of a plugin, in a process of its own: it answers the server's calls by the plugin's handlers, and
// passes on what these ask of the server. Its messages are those of server/src/features/system/plugins/run/messages.ts.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callbackify } from 'node:util';

const send = process.send.bind(process);
const { setgid, setgroups, setuid } = process;
// A pipe to the server, made when it is first used.
const { stderr } = process;
// A plugin has no business with other processes.
const removedNames =
  'kill _kill _debugProcess _debugEnd abort send disconnect chdir umask dlopen binding setuid setgid seteuid setegid setgroups initgroups';
for (const name of removedNames.split(' ')) Reflect.deleteProperty(process, name);
// What started this process may have left something there.
for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);

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

const refuseNetwork = () => {
  throw new Error('The network is not granted: ask for network.connect in "permissions".');
};

/** The methods of an object, which may be anywhere above it, that a pattern names; they refuse from now on. */
function closeMethods(owner, pattern) {
  for (const name of Object.getOwnPropertyNames(owner).filter((key) => pattern.test(key)))
    replace(owner, name, refuseNetwork);
}

/** What Node's own modules open connections with; whoever gets hold of one has the same methods. */
function nativeHandles() {
  const datagrams = dgram.createSocket('udp4');
  const state = Object.getOwnPropertySymbols(datagrams).find(({ description }) => description === 'state symbol');
  const handles = [
    net._createServerHandle('0.0.0.0', 0, 4),
    stderr._handle,
    datagrams[state].handle,
    new dns.Resolver()._handle,
  ];
  if (handles.some((handle) => typeof handle !== 'object')) throw new Error('The network cannot be closed here.');
  const prototypes = handles.map((handle) => Object.getPrototypeOf(handle));
  handles[0].close();
  datagrams.close();
  return prototypes;
}

/**
 * Without the permission `network.connect` nothing of Node opens a connection or listens: not its functions, and not the native
 * objects below them, however a plugin gets hold of these. The connection to its own tables is opened by the server and handed
 * over. Where the system has networks to take apart, this is the second line.
 */
function closeNetwork() {
  for (const prototype of nativeHandles())
    closeMethods(prototype, /^(?:open|bind6?|listen|connect6?|send6?|query\w+|getHostByAddr)$/);
  replace(net.Socket.prototype, 'connect', refuseNetwork);
  closeMethods(net.Server.prototype, /^(?:listen|_listen2)$/);
  closeMethods(dgram.Socket.prototype, /^(?:bind|bindSync|connect|send|sendto)$/);
  replace(net, '_createServerHandle', refuseNetwork);
  replace(dgram, '_createSocketHandle', refuseNetwork);
  const resolves = /^(?:lookup|lookupService|resolve\w*|reverse)$/;
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    closeMethods(owner, resolves);
}

/** The priority of other processes of the same account is none of its business. */
function closePriority() {
  replace(os, 'setPriority', () => {
    throw new Error('os.setPriority is not for plugins.');
  });
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
let pg = null;
const tooManyConnections = '53300';

/** Connections to the database that the server opened, by the request for them. */
const sockets = new Map();

function takeSocket() {
  lastRequest += 1;
  const id = lastRequest;
  return new Promise((resolve, reject) => {
    sockets.set(id, { resolve, reject });
    send({ type: 'connect', id });
  });
}

/** Loads the driver, all of it: files of the product may be out of reach once a plugin runs. */
async function loadDriver() {
  ({ default: pg } = await import('pg'));
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  pg.types.setTypeParser(pg.types.builtins.DATE, String);
}

function openPool(options) {
  /** Works over a connection that was handed over. */
  class HandedClient extends pg.Client {
    async open() {
      const socket = await takeSocket();
      // The driver tells its stream to connect and waits for that.
      Object.defineProperty(socket, 'connect', { value: () => process.nextTick(() => socket.emit('connect')) });
      this.connection.stream = socket;
      return super.connect();
    }

    connect(callback) {
      return callback ? callbackify(() => this.open())(callback) : this.open();
    }
  }
  const opened = new pg.Pool({
    ...options,
    Client: HandedClient,
    max: 2,
    idleTimeoutMillis: 1000,
    connectionTimeoutMillis: 20_000,
  });
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
      return await pool.connect();
    } catch (error) {
      if (error.code !== tooManyConnections || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The database refuses to write: the tables of the plugin have all the space they may have. */
class Full extends Error {}
const readOnly = '25006';

async function run(client, { text, values = [] }) {
  try {
    return (await client.query(text, values)).rows;
  } catch (error) {
    if (error.code !== readOnly) throw error;
    throw new Full(`The tables of this plugin have all the space they may have: ${error.message}`, { cause: error });
  }
}

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

/** Applies a migration unless another process has just done so: the table of what was applied lets one in after the other. */
async function applyMigration(client, name) {
  // Also where there is no space left: a migration may make room.
  await client.query('begin read write');
  try {
    await client.query('lock table kaike_migrations in exclusive mode');
    const { rowCount } = await client.query('select 1 from kaike_migrations where name = $1', [name]);
    if (rowCount === 0) {
      await client.query(readFileSync(join(folder, 'migrations', name), 'utf8'));
      await client.query('insert into kaike_migrations (name) values ($1)', [name]);
    }
    await client.query('commit');
    return rowCount === 0;
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

/** Makes the table of what was applied; of two processes that do so at once, one meets the table of the other. */
async function makeRecordTable(client) {
  const { rows } = await client.query("select to_regclass('kaike_migrations') is not null as exists");
  if (rows[0].exists) return;
  const make = () => client.query(recordTable);
  await make().catch(make);
}

/** Applies the migrations that the plugin's schema has not seen, in order. */
async function migrate() {
  const client = await connect();
  let isDone = false;
  try {
    await makeRecordTable(client);
    const { rows } = await client.query('select name from kaike_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const place = join(folder, 'migrations');
    const files = existsSync(place) ? readdirSync(place) : [];
    const pending = files.filter((name) => name.endsWith('.sql') && !applied.has(name)).sort();
    const names = [];
    for (const name of pending) if (await applyMigration(client, name)) names.push(name);
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
      is_full: error instanceof Full,
    });
  }
}

/** Gives up the server's account for good; what is not loaded by now is out of reach where files are private. */
function becomeUser(account) {
  setgroups([]);
  setgid(account);
  setuid(account);
}

async function begin(message) {
  ({ folder, database } = message);
  try {
    if (database) await loadDriver();
    closePriority();
    if (!message.may_connect) closeNetwork();
    // For those who import single names.
    syncBuiltinESMExports();
    if (message.account !== null) becomeUser(message.account);
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

/** Ends a wait for the server: with its value, or with the reason why there is none. */
function settle(map, { id, error }, value) {
  const { resolve, reject } = map.get(id) ?? {};
  map.delete(id);
  if (error === null) resolve?.(value);
  else reject?.(new Error(error));
}

process.on('message', (message, socket) => {
  if (message.type === 'begin') void begin(message);
  else if (message.type === 'call') void answer(message);
  else if (message.type === 'answer') settle(waiting, message, message.value);
  else if (message.type === 'socket') settle(sockets, message, socket);
});
// The server has ended.
process.on('disconnect', () => process.exit(0));
