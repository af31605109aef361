import * as palette from '@kaike/shared/contracts/palette';
import { anyAdmin, route } from '../../core/route.ts';
import type { AdminCallOf } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { findPasted } from './paste-record.read.ts';
import { searchEverywhere } from './search-records.read.ts';

const maxTexts = 400;
const maxTextLength = 40;
/** Per user: enough for fast typing, too little to guess secrets. */
const searchLimit = { by: 'user', max: 120, seconds: 60 } as const;

async function search(call: AdminCallOf<typeof palette.searchRecords>) {
  const text = call.body.text.trim();
  const pasted = await findPasted(call, text);
  if (pasted.length > 0) return { data: pasted };
  return { data: await searchEverywhere(call, text) };
}

async function pinyinKeys(call: AdminCallOf<typeof palette.getPinyin>) {
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

/** The server side of the command palette. */
export const paletteFeature: Feature = {
  routes: [
    route.admin(palette.searchRecords, { permission: anyAdmin, limit: searchLimit, handler: search }),
    route.admin(palette.getPinyin, { permission: anyAdmin, handler: pinyinKeys }),
  ],
};
