import type * as palette from '@kaike/shared/contracts/office/palette';
import type { AdminCallOf } from '../../../core/call.ts';

const maxTexts = 400;

const maxTextLength = 40;

export async function getPinyin(call: AdminCallOf<typeof palette.getPinyin>) {
  const { pinyin } = await import('pinyin-pro');
  const keysOf = (text: string): string[] => {
    const full = pinyin(text, { toneType: 'none', type: 'array' });
    return [full.join(''), full.map((one) => one.slice(0, 1)).join('')].map((key) =>
      key.toLowerCase().replaceAll(' ', ''),
    );
  };
  const texts = Array.isArray(call.body.texts) ? call.body.texts : [];
  return { keys: texts.slice(0, maxTexts).map((text) => keysOf(String(text).slice(0, maxTextLength))) };
}
