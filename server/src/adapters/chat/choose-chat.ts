import { AdapterError } from '../../core/adapter-error.ts';
import type { SettingValues } from '../../core/settings/setting-fields.ts';
import type { chatCapability } from './capability.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage, ChatOptions, ChatPiece, ChatProvider } from './port.ts';
import type { ChatPrompt, ChatService } from './port.ts';
import type { ChatRequest, ChatVendor } from './vendor.ts';
import { overBudget, resting, type AiService } from '../lines/ai-service.ts';
import { completeByVendor, writeByVendor } from './write-by-vendor.ts';

type Deps = {
  /** Writes lines in advance; always there. */
  script: ChatProvider;
  service: AiService<ChatVendor>;
  readSettings: () => Promise<SettingValues<(typeof chatCapability)['settings']>>;
  log: { warn: (fields: object, message: string) => void };
};

const hasScript = (scene: unknown): boolean => typeof scene === 'object' && scene !== null && 'script' in scene;

const payerOf = ({ cause }: ChatOptions) => ({ purpose: cause ? 'talk' : 'lab', member_id: cause?.member_id }) as const;

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
  const { script, service, readSettings, log } = deps;

  async function* standIn(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    { signal, cause }: { signal: AbortSignal; cause?: unknown },
  ): AsyncGenerator<ChatPiece> {
    const scene = await options.scene();
    if (!hasScript(scene)) throw (await service.isSpent(payerOf(options))) ? overBudget() : resting(cause);
    yield { by: script.name, is_stand_in: true };
    yield* script.stream(messages, { ...options, scene: () => Promise.resolve(scene) }, signal);
  }

  async function* write(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    signal: AbortSignal,
  ): AsyncGenerator<ChatPiece> {
    const vendor = await service.find(payerOf(options));
    if (!vendor || !service.watch.mayCall(vendor)) return yield* standIn(messages, options, { signal });
    const request = requestOf(await options.prompt(), await readSettings());
    const call = { vendor, request, purpose: payerOf(options).purpose, cause: options.cause, signal };
    let hasText = false;
    try {
      yield { by: `${vendor.name} ${request.model || vendor.model}`, is_stand_in: false };
      for await (const piece of writeByVendor(call, service)) {
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
    vendor: async (memberId) => (await service.find({ purpose: 'talk', member_id: memberId }))?.name ?? null,
    async writer(provider) {
      if (provider === scriptProvider) return script;
      const { chat_first_sec: first, chat_next_sec: next } = await readSettings();
      return { name: provider, patience: { first_ms: first * 1000, next_ms: next * 1000 }, stream: write };
    },
    async complete(prompt, { purpose, cause }) {
      const vendor = await service.take({ purpose, member_id: cause?.member_id });
      const request = requestOf(prompt, await readSettings());
      const call = { vendor, request, purpose, cause, timeout_ms: completeMs } as const;
      const { text, end } = await completeByVendor(call, service);
      if (end !== 'stop') throw new AdapterError('bad_response', { reason: end });
      return text;
    },
    isRefused: service.isRefused,
    isSetUp: service.isSetUp,
    async test() {
      const vendor = await service.toTest();
      if (!vendor) return { id: '' };
      const settings = await readSettings();
      const timeoutMs = settings.chat_first_sec * 1000;
      const request = requestOf(testPrompt, settings);
      const call = { vendor, request, purpose: 'test', cause: null, timeout_ms: timeoutMs } as const;
      return { id: (await completeByVendor(call, service)).id };
    },
  };
}
