import { AdapterError } from '../../core/adapter-error.ts';
import type { SettingValues } from '../../core/settings/setting-fields.ts';
import type { chatCapability } from './capability.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage, ChatOptions, ChatPiece, ChatProvider } from './port.ts';
import type { ChatPrompt, ChatService } from './port.ts';
import type { ChatRequest, ChatVendor } from './vendor.ts';
import type { BookUsage } from '../lines/book-usage.ts';
import { createVendorWatch, type Refusal } from '../lines/watch-vendor.ts';
import { completeByVendor, writeByVendor } from './write-by-vendor.ts';

type Deps = {
  /** Writes lines in advance; always there. */
  script: ChatProvider;
  /** The vendor in the settings: null while none is chosen, none while its account is not complete. */
  readVendors: () => Promise<readonly ChatVendor[] | null>;
  readSettings: () => Promise<SettingValues<(typeof chatCapability)['settings']>>;
  /** Yuan that vendors cost so far today. */
  readSpent: () => Promise<number>;
  /** Whether that is what they may cost. */
  isSpent: () => Promise<boolean>;
  book: BookUsage;
  alarm: (refusal: Refusal | null) => Promise<void>;
  isRefused: () => Promise<boolean>;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

const hasScript = (scene: unknown): boolean => typeof scene === 'object' && scene !== null && 'script' in scene;

/** Nobody can write now; the learner may try again later. */
const resting = (cause?: unknown): AdapterError => new AdapterError('unavailable', { reason: 'resting', cause });

const requestOf = (prompt: ChatPrompt, settings: Awaited<ReturnType<Deps['readSettings']>>): ChatRequest => ({
  messages: prompt.messages,
  model: prompt.model ?? '',
  temperature: prompt.temperature ?? settings.chat_temperature,
  max_tokens: prompt.max_tokens ?? settings.chat_max_tokens,
});

/** A learner who waits for a short text for longer has gone on. */
const completeMs = 20_000;

const testPrompt: ChatPrompt = {
  messages: [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'user', content: 'Say hello.' },
  ],
};

/** The vendor in the settings, with the scripts of scenes in its place when it cannot write. Picks up changes at once. */
export function createChosenChat(deps: Deps): ChatService {
  const { script, readVendors, readSettings, readSpent, log } = deps;
  // What a vendor did is done, whether it can be noted or not.
  const watch = createVendorWatch({
    clock: deps.clock,
    alarm: (refusal) =>
      deps
        .alarm(refusal)
        .catch((error: unknown) => log.warn({ err: error }, 'an alarm of a chat service was not kept')),
  });
  const book: BookUsage = (usage) =>
    deps.book(usage).catch((error: unknown) => log.warn({ err: error }, 'a call to a chat service was not booked'));

  async function findVendor(): Promise<ChatVendor | null> {
    const [vendor] = (await readVendors()) ?? [];
    return vendor && !watch.isPaused(vendor) && !(await deps.isSpent()) ? vendor : null;
  }

  async function* standIn(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    { signal, cause }: { signal: AbortSignal; cause?: unknown },
  ): AsyncGenerator<ChatPiece> {
    if (!hasScript(options.scene)) throw resting(cause);
    yield { by: script.name, is_stand_in: true };
    yield* script.stream(messages, options, signal);
  }

  async function* write(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    signal: AbortSignal,
  ): AsyncGenerator<ChatPiece> {
    const vendor = await findVendor();
    if (!vendor || !watch.mayCall(vendor)) return yield* standIn(messages, options, { signal });
    const request = requestOf(await options.prompt(), await readSettings());
    const call = { vendor, request, purpose: options.cause ? 'talk' : 'lab', cause: options.cause, signal } as const;
    let hasText = false;
    try {
      yield { by: `${vendor.name} ${request.model || vendor.model}`, is_stand_in: false };
      for await (const piece of writeByVendor(call, { watch, book })) {
        hasText ||= 'text' in piece && piece.text !== '';
        yield piece;
      }
    } catch (error) {
      if (hasText || signal.aborted) throw error;
      log.warn({ err: error, vendor: vendor.name, ...options.cause }, 'a chat service did not write');
      yield* standIn(messages, options, { signal, cause: error });
    }
  }

  return {
    vendor: async () => (await findVendor())?.name ?? null,
    async writer(provider) {
      if (provider === scriptProvider) return script;
      const { chat_first_sec: first, chat_next_sec: next } = await readSettings();
      return { name: provider, patience: { first_ms: first * 1000, next_ms: next * 1000 }, stream: write };
    },
    async complete(prompt, cause) {
      const vendor = await findVendor();
      if (!vendor || !watch.mayCall(vendor)) throw resting();
      const request = requestOf(prompt, await readSettings());
      const call = { vendor, request, purpose: 'translate', cause, timeout_ms: completeMs } as const;
      const { text, end } = await completeByVendor(call, { watch, book });
      if (end !== 'stop') throw new AdapterError('bad_response', { reason: end });
      return text;
    },
    isRefused: deps.isRefused,
    spent: readSpent,
    isSetUp: async () => (await readVendors())?.length !== 0,
    async test() {
      const vendors = await readVendors();
      if (vendors === null) return { id: '' };
      const [vendor] = vendors;
      if (!vendor) throw new AdapterError('config_invalid', { reason: 'incomplete' });
      const settings = await readSettings();
      const timeoutMs = settings.chat_first_sec * 1000;
      const request = requestOf(testPrompt, settings);
      const call = { vendor, request, purpose: 'test', cause: null, timeout_ms: timeoutMs } as const;
      return { id: (await completeByVendor(call, { watch, book })).id };
    },
  };
}
