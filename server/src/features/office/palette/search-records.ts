import type * as palette from '@kaike/shared/contracts/office/palette';
import type { AdminCallOf } from '../../../core/call.ts';
import { findPasted } from './paste-record.read.ts';
import { searchEverywhere } from './search-records.read.ts';

export async function searchRecords(call: AdminCallOf<typeof palette.searchRecords>) {
  const text = call.body.text.trim();
  const pasted = await findPasted(call, text);
  if (pasted.length > 0) return { data: pasted };
  return { data: await searchEverywhere(call, text) };
}
