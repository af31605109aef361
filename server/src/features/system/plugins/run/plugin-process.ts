import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '../../../../core/app-error.ts';
import { createSemaphore } from '../../../../core/limits/semaphore.ts';
import type { JsonValue } from '../manifest/json.ts';
import { confine } from './boundary.ts';
import { dial } from './dial.ts';
import { blockInspector } from './inspector-signal.ts';
import { parseMessage, type CallKind, type FromPlugin, type PluginDatabase, type ToPlugin } from './messages.ts';

/** How long a plugin may take, in milliseconds, and how much memory, in megabytes. */
export type PluginLimits = {
  readonly start_ms: number;
  readonly call_ms: Readonly<Record<CallKind, number>>;
  /** Without a call for so long, the process is ended. */
  readonly idle_ms: number;
  readonly heap_mb: number;
  /** Of the whole process, where the system can say no. */
  readonly memory_mb: number;
};

export const defaultLimits: PluginLimits = {
  start_ms: 15_000,
  call_ms: { route: 10_000, hook: 30_000, job: 300_000, adapter: 10_000, migrate: 120_000 },
  idle_ms: 300_000,
  heap_mb: 64,
  memory_mb: 256,
};

/** The process was ended or ended itself: what it was working on is lost. */
export class PluginFault extends Error {}

/** A handler threw, and the process goes on. */
export class PluginFailure extends Error {
  /** What a person is to read, when it refused on purpose. */
  readonly refusal: Record<string, string> | null;
  /** Of an adapter that failed on purpose: the code of the failure. */
  readonly code: string | null;
  /** Whether its tables have all the space they may have. */
  readonly isFull: boolean;
  constructor(
    message: string,
    { refusal, code, is_full }: Pick<Extract<FromPlugin, { type: 'failed' }>, 'refusal' | 'code' | 'is_full'>,
  ) {
    super(message);
    this.refusal = refusal;
    this.code = code;
    this.isFull = is_full;
  }
}

export type PluginProcess = {
  /** The names of the handlers its module exports. */
  readonly handlers: readonly string[];
  call: (kind: CallKind, name: string, input: unknown) => Promise<JsonValue>;
  /** Ends once the calls it works on are done, and takes no new ones. */
  retire: () => void;
  /** Ends it at once; resolves when the process is gone. */
  stop: () => Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<void>;
};

type Options = {
  project_root: string;
  folder: string;
  server: string | null;
  database: PluginDatabase | null;
  /** Whether it may open connections to other places than its database. */
  may_connect: boolean;
  /** The account of the system that it runs under; null for the server's own. */
  account: number | null;
  limits: PluginLimits;
  /** Answers what the plugin asks of the server. */
  onAsk: (method: string, input: JsonValue) => Promise<unknown>;
};

/** Files that the process can read: the plugin, and what it runs on. It has no environment and starts no programs. */
function argumentsFor({ project_root, folder, limits }: Options): string[] {
  const switchName = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const readable = [folder, join(project_root, 'server'), join(project_root, 'node_modules')];
  return [
    switchName,
    ...readable.map((path) => `--allow-fs-read=${path}/*`),
    `--max-old-space-size=${limits.heap_mb}`,
    '--max-semi-space-size=2',
    '--no-warnings',
  ];
}

const tailLength = 20_000;

/** What a process asks of the server; beyond that it is refused. */
const asksAtOnce = { limit: 2, queue: 100 };
const dialsAtOnce = { limit: 2, queue: 10 };

type Ask = Extract<FromPlugin, { type: 'ask' }>;
type Pending = { resolve: (value: JsonValue) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

class RunningPlugin implements PluginProcess {
  handlers: readonly string[] = [];
  private readonly options: Options;
  private readonly child: ChildProcess;
  private readonly pending = new Map<number, Pending>();
  readonly ended: Promise<void>;
  private idle: NodeJS.Timeout | null = null;
  private startup: { resolve: () => void; reject: (error: Error) => void } | null = null;
  private readonly inSlot = createSemaphore(asksAtOnce);
  private readonly inDialSlot = createSemaphore(dialsAtOnce);
  private lastId = 0;
  private tail = '';
  private isOver = false;
  private isRetiring = false;

  constructor(options: Options) {
    this.options = options;
    const { file, args } = confine([process.execPath, ...argumentsFor(options)], {
      memory_mb: options.limits.memory_mb,
      may_connect: options.may_connect,
    });
    this.child = fork(join(options.project_root, 'server', 'assets', 'plugin-runtime.mjs'), [], {
      execPath: file,
      execArgv: args,
      env: {},
      cwd: options.folder,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.tail = (this.tail + text).slice(-tailLength);
    });
    this.child.on('message', (raw) => this.hear(parseMessage(raw)));
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => {
        this.end(new PluginFault(this.explain(code, signal)));
        resolve();
      });
      this.child.once('error', (error) => {
        this.end(new PluginFault(`its process cannot be started: ${error.message}`));
        resolve();
      });
    });
  }

  private explain(code: number | null, signal: NodeJS.Signals | null): string {
    const { heap_mb: heap, memory_mb: most } = this.options.limits;
    if (this.tail.includes('out of memory')) return `it used more than ${heap} MB of heap, or ${most} MB in all`;
    const last =
      this.tail
        .trim()
        .split('\n')
        .find((line) => /Error|error/.test(line)) ?? '';
    return `its process ended (${signal ?? String(code)})${last === '' ? '' : `: ${last.trim()}`}`;
  }

  private kill(reason: string): void {
    this.end(new PluginFault(reason));
    this.child.kill('SIGKILL');
  }

  /** Fails everything that waits; nothing more is taken. */
  private end(fault: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.idle) clearTimeout(this.idle);
    this.startup?.reject(fault);
    for (const { reject, timer } of this.pending.values()) {
      clearTimeout(timer);
      reject(fault);
    }
    this.pending.clear();
  }

  private tell(message: ToPlugin): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  private hear(message: FromPlugin | null): void {
    if (!message) return;
    if (message.type === 'ready') {
      this.handlers = message.handlers;
      this.startup?.resolve();
    } else if (message.type === 'broken') this.kill(`it throws when it starts: ${message.message}`);
    else if (message.type === 'ask') void this.answer(message);
    else if (message.type === 'connect') void this.handOver(message.id);
    else this.settle(message);
  }

  private settle(message: Extract<FromPlugin, { type: 'done' | 'failed' }>): void {
    const call = this.pending.get(message.id);
    if (!call) return;
    this.pending.delete(message.id);
    clearTimeout(call.timer);
    if (message.type === 'done') call.resolve(message.value);
    else call.reject(new PluginFailure(message.message, message));
    this.rest();
  }

  private async answer({ id, method, input }: Ask): Promise<void> {
    try {
      const value = await this.inSlot(async () => (this.isOver ? null : this.options.onAsk(method, input)));
      this.tell({ type: 'answer', id, value: value ?? null, error: null });
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'server.busy';
      const text = error instanceof Error ? error.message : String(error);
      this.tell({ type: 'answer', id, value: null, error: isBusy ? 'too many at once' : text });
    }
  }

  private async handOver(id: number): Promise<void> {
    const { database } = this.options;
    try {
      if (!database) throw new Error('It has no tables.');
      const socket = await this.inDialSlot(() => dial(database));
      if (!this.child.connected) return void socket.destroy();
      const message: ToPlugin = { type: 'socket', id, error: null };
      this.child.send(message, socket, () => undefined);
    } catch (error) {
      this.tell({ type: 'socket', id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Nothing to do: ends at once when it is to retire, else after a while. */
  private rest(): void {
    if (this.pending.size > 0 || this.isOver) return;
    if (this.isRetiring) return void this.stop();
    this.idle = setTimeout(() => void this.stop(), this.options.limits.idle_ms);
    this.idle.unref();
  }

  async begin(): Promise<void> {
    const { folder, server, database, may_connect, account, limits } = this.options;
    const timer = setTimeout(() => this.kill('it does not start'), limits.start_ms);
    try {
      await new Promise<void>((resolve, reject) => {
        this.startup = { resolve, reject };
        this.tell({ type: 'begin', folder, server, database, may_connect, account });
      });
    } finally {
      clearTimeout(timer);
      this.startup = null;
    }
    this.rest();
  }

  call(kind: CallKind, name: string, input: unknown): Promise<JsonValue> {
    if (this.isOver) return Promise.reject(new PluginFault('its process has ended'));
    if (this.idle) clearTimeout(this.idle);
    this.lastId += 1;
    const id = this.lastId;
    const limit = this.options.limits.call_ms[kind];
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill(`${kind} ${name} took more than ${limit / 1000} s`), limit);
      this.pending.set(id, { resolve, reject, timer });
      this.tell({ type: 'call', id, kind, name, input });
    });
  }

  retire(): void {
    this.isRetiring = true;
    this.rest();
  }

  stop(): Promise<void> {
    this.end(new PluginFault('it was stopped'));
    this.child.kill('SIGKILL');
    return this.ended;
  }
}

/** Starts the process of a plugin; rejects with a PluginFault when its module cannot be loaded. */
export async function startPlugin(options: Options): Promise<PluginProcess> {
  blockInspector();
  const running = new RunningPlugin(options);
  try {
    await running.begin();
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}
