import { AdapterError } from '../../../core/adapter-error.ts';
import { callCompatible, type CompatibleAccount } from '../../compatible/call-compatible.ts';
import { parseAnswer } from '../../compatible/parse-answer.ts';
import { accountOf } from '../../vendors/account.ts';
import type { TranscribedSpeech, SpeechRequest, SoundType, Transcriber, TranscriberDeps } from '../port.ts';

export type EarsAccount = CompatibleAccount & {
  name: string;
  model: string;
  recipient: Transcriber['recipient'];
};

const takes: readonly SoundType[] = ['mp4', 'webm', 'wav', 'ogg', 'mp3'];
const mimes: Readonly<Record<SoundType, string>> = {
  mp4: 'audio/mp4',
  webm: 'audio/webm',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
};

/** Whisper says how sure it is of each segment, as a logarithm; other models and services say nothing. */
function confidenceIn(body: Record<string, unknown>): number | null {
  const { segments } = body;
  const logs = (Array.isArray(segments) ? segments : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'avg_logprob' in one && typeof one.avg_logprob === 'number'
      ? [one.avg_logprob]
      : [],
  );
  return logs.length === 0 ? null : Math.exp(logs.reduce((sum, one) => sum + one, 0) / logs.length);
}

/** The only format in which Whisper says how sure it is; its successors refuse it. */
const formatOf = (model: string): string => (/^whisper/i.test(model) ? 'verbose_json' : 'json');

function formOf({ model }: EarsAccount, { sound, language }: SpeechRequest): FormData {
  const form = new FormData();
  const { bytes, type } = sound;
  // Services tell the type by the end of the name.
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: mimes[type] }), `speech.${type}`);
  form.set('model', model);
  form.set('language', language);
  form.set('response_format', formatOf(model));
  return form;
}

async function write(account: EarsAccount, request: SpeechRequest, deps: TranscriberDeps): Promise<TranscribedSpeech> {
  const call = {
    path: '/audio/transcriptions',
    headers: { Accept: 'application/json' },
    body: formOf(account, request),
    signal: AbortSignal.timeout(request.timeout_ms),
    accepts: { type: /json/, reason: 'no_text' },
    is_paid_when_lost: true,
  };
  try {
    const response = await callCompatible(account, call, deps);
    const body = await parseAnswer(response);
    if (typeof body['text'] !== 'string') throw new AdapterError('bad_response', { reason: 'no_text' });
    return { text: body['text'], confidence: confidenceIn(body), id: response.headers.get('x-request-id') ?? '' };
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    throw new AdapterError('unavailable', { reason: call.signal.aborted ? 'timeout' : 'network', cause: error });
  }
}

/** A service with the interface for transcriptions that OpenAI introduced. */
export function createCompatibleEars(account: EarsAccount, deps: TranscriberDeps): Transcriber {
  const { name, model, base, key, recipient } = account;
  return {
    name,
    model,
    account: accountOf([name, base, key, model]),
    recipient,
    takes,
    write: (request) => write(account, request, deps),
  };
}
