import * as palette from '@kaike/shared/contracts/office/palette';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { searchRecords } from './search-records.ts';
import { getPinyin } from './get-pinyin.ts';

/** Per user: enough for fast typing, too little to guess secrets. */
const searchLimit = { by: 'user', max: 120, seconds: 60 } as const;

/** The server side of the command palette. */
export const paletteFeature: Feature = {
  routes: [
    route.admin(palette.searchRecords, { permission: anyAdmin, limit: searchLimit, handler: searchRecords }),
    route.admin(palette.getPinyin, { permission: anyAdmin, handler: getPinyin }),
  ],
};
