import { AdapterError, mayAskNext } from '../../core/adapter-error.ts';
import type { SettingValues } from '../../core/settings/setting-fields.ts';
import type { chatCapability } from './capability.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage, ChatOptions, ChatPiece, ChatProvider } from './port.ts';
import type { ChatPrompt, ChatService } from './port.ts';
import type { ChatRequest, ChatVendor } from './vendor.ts';
import { resting, type AiService, type AttemptPosition } from '../http-client/ai-service.ts';
import { limitFirst } from './limit-first.ts';
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

/** The model of a template is one of the first vendor; another vendor has its own. */
const requestOf = (
  prompt: ChatPrompt,
  settings: Awaited<ReturnType<Deps['readSettings']>>,
  isFirst: boolean,
): ChatRequest => ({
  messages: prompt.messages,
  model: isFirst ? (prompt.model ?? '') : '',
  temperature: prompt.temperature ?? settings.chat_temperature,
  max_tokens: prompt.max_tokens ?? settings.chat_max_tokens,
});

/** A learner who waits for a short text for longer has gone on. */
const completeMs = 20_000;

/** Who has somebody behind it has half of the time: the learner does not wait for both to the end. */
const shareOf = (ms: number, { is_last }: AttemptPosition): number => (is_last ? ms : ms / 2);

const testPrompt: ChatPrompt = {
  messages: [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'user', content: 'Say hello.' },
  ],
};

/** Streams a reply by the vendors in turn, at last by the script of the scene. */
function createWriting({ script, service, readSettings, log }: Deps) {
  async function* standIn(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    { signal, cause }: { signal: AbortSignal; cause?: unknown },
  ): AsyncGenerator<ChatPiece> {
    const scene = await options.scene();
    if (!hasScript(scene)) throw cause === undefined ? await service.obstacle(payerOf(options)) : resting(cause);
    yield { by: script.name, is_stand_in: true };
    yield* script.stream(messages, { ...options, scene: () => Promise.resolve(scene) }, signal);
  }

  /** Who would write: a case of the lab is written by the vendor that is measured, or by nobody. */
  async function writersOf(options: ChatOptions, provider: string): Promise<readonly ChatVendor[]> {
    const vendors = await service.callable(payerOf(options));
    if (options.cause) return vendors;
    const measured = (await service.chosen()).find(({ name }) => name === provider);
    return vendors.filter(({ account }) => account === measured?.account);
  }

  async function* write(
    provider: string,
    messages: readonly ChatMessage[],
    { options, signal }: { options: ChatOptions; signal: AbortSignal },
  ): AsyncGenerator<ChatPiece> {
    const settings = await readSettings();
    const vendors = await writersOf(options, provider);
    let cause: unknown;
    for (const [index, vendor] of vendors.entries()) {
      if (!service.watch.mayCall(vendor)) continue;
      const request = requestOf(await options.prompt(), settings, await service.isFirst(vendor));
      const isLast = index === vendors.length - 1;
      const limit = limitFirst(signal, isLast ? null : shareOf(settings.chat_first_sec * 1000, { is_last: false }));
      const call = { vendor, request, purpose: payerOf(options).purpose, cause: options.cause, signal: limit.signal };
      let hasText = false;
      try {
        yield { by: `${vendor.name} ${request.model || vendor.model}`, is_stand_in: false };
        for await (const piece of writeByVendor(call, service)) {
          limit.lift();
          hasText ||= 'text' in piece && piece.text !== '';
          yield piece;
        }
        return;
      } catch (error) {
        if (hasText || signal.aborted) throw error;
        log.warn({ err: error, vendor: vendor.name, ...options.cause }, 'a chat service did not write');
        cause = error;
        if (!limit.signal.aborted && !mayAskNext(error)) break;
      } finally {
        limit.lift();
      }
    }
    yield* standIn(messages, options, { signal, cause });
  }

  return write;
}

/** The vendors in the settings one after the other, with the scripts of scenes in their place when none can write. Picks up changes at once. */
export function createChosenChat(deps: Deps): ChatService {
  const { script, service, readSettings } = deps;
  const write = createWriting(deps);

  return {
    vendor: async (memberId) => (await service.find({ purpose: 'talk', member_id: memberId }))?.name ?? null,
    async recipients(memberId) {
      if ((await service.find({ purpose: 'talk', member_id: memberId })) === null) return [];
      return (await service.chosen()).map(({ name }) => name);
    },
    async writer(provider) {
      if (provider === scriptProvider) return script;
      const { chat_first_sec: first, chat_next_sec: next } = await readSettings();
      return {
        name: provider,
        timeouts: { first_ms: first * 1000, next_ms: next * 1000 },
        stream: (messages, options, signal) => write(provider, messages, { options, signal }),
      };
    },
    async complete(prompt, { purpose, cause }) {
      const settings = await readSettings();
      return service.inTurn({ purpose, member_id: cause?.member_id }, async (vendor, place) => {
        const request = requestOf(prompt, settings, await service.isFirst(vendor));
        const call = { vendor, request, purpose, cause, timeout_ms: shareOf(completeMs, place) } as const;
        const { text, end } = await completeByVendor(call, service);
        if (end !== 'stop') throw new AdapterError(end === 'blocked' ? 'rejected' : 'bad_response', { reason: end });
        return text;
      });
    },
    isRefused: service.isRefused,
    isSetUp: service.isSetUp,
    async test(place) {
      const vendor = await service.toTest(place);
      if (!vendor) return { id: '' };
      const settings = await readSettings();
      const timeoutMs = settings.chat_first_sec * 1000;
      const request = requestOf(testPrompt, settings, true);
      const call = { vendor, request, purpose: 'test', cause: null, timeout_ms: timeoutMs } as const;
      return { id: (await completeByVendor(call, service)).id };
    },
  };
}
