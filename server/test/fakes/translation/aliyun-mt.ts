import { startAliyunForm, type AliyunFormFake } from '../aliyun/aliyun-form.ts';
import vectors from '../vectors/aliyun-acs3-hmac-sha256.json' with { type: 'json' };

/** The settings of an account at this fake; its base is added where it is started. */
export const aliyunTranslationSettings = {
  translation_driver: 'aliyun',
  translation_access_key_id: vectors.accessKeyId,
  translation_access_key_secret: vectors.accessKeySecret,
} as const;

const parameters = ['FormatType', 'SourceLanguage', 'TargetLanguage', 'SourceText', 'Scene'];
const longest = 5000;

/** Aliyun TranslateGeneral. `seen` has the forms it accepted. */
export async function startAliyunMt(
  clock: () => Date,
): Promise<AliyunFormFake & { seen: Record<string, string>[]; say: (text: string | null) => void }> {
  const seen: Record<string, string>[] = [];
  let answer: string | null = null;
  const fake = await startAliyunForm(
    { action: 'TranslateGeneral', version: '2018-10-12', parameters },
    clock,
    (form) => {
      const one = Object.fromEntries(form);
      const { FormatType: format, SourceLanguage: from, TargetLanguage: to, SourceText: text = '', Scene: scene } = one;
      if (format !== 'text' || scene !== 'general' || text === '') return { code: '10004' };
      if (from !== 'en' || to !== 'zh') return { code: '10005' };
      if (text.length > longest) return { code: '10008' };
      seen.push(one);
      return { code: '200', more: { Data: { Translated: answer ?? `译文：${text}`, WordCount: String(text.length) } } };
    },
  );
  return {
    ...fake,
    seen,
    say: (text) => {
      answer = text;
    },
  };
}
