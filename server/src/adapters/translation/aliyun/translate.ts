import { AdapterError } from '../../../core/adapter-error.ts';
import { objectOf, textOf } from '../../call-service.ts';
import type { Refusals } from '../../refusal.ts';
import { accountOf } from '../../vendors/account.ts';
import { callAliyun } from '../../vendors/call-aliyun.ts';
import type { AliyunKey } from '../../vendors/sign-aliyun.ts';
import { chinese, type TranslationVendor, type TranslationVendorDeps } from '../vendor.ts';

export type AliyunTranslation = { key: AliyunKey; base: string };

const action = 'TranslateGeneral';
const version = '2018-10-12';

/** Out of time, and a fault of its own. */
const refusals: Refusals = [[/^1000[12]$/, 'unavailable']];

/** Aliyun TranslateGeneral, for up to 5,000 characters. */
export function createAliyunTranslation(
  { key, base }: AliyunTranslation,
  { clock, nonce, timeout_ms, fetch }: TranslationVendorDeps,
): TranslationVendor {
  return {
    name: 'aliyun',
    // It has no models to choose from; prices go by this name.
    model: action,
    account: accountOf(['aliyun', base, key.id, key.secret]),
    async translate({ text, language }) {
      const { answer, request_id: id } = await callAliyun({
        key,
        base,
        action,
        version,
        form: {
          FormatType: 'text',
          SourceLanguage: language,
          TargetLanguage: chinese,
          SourceText: text,
          Scene: 'general',
        },
        now: clock(),
        nonce: nonce(),
        timeout_ms,
        refusals,
        fetch,
      });
      const translated = textOf(objectOf(answer, 'Data'), 'Translated');
      if (translated === '') throw new AdapterError('bad_response', { reason: 'no_text' });
      return { text: translated, id };
    },
  };
}
