import type * as site from '@kaike/shared/contracts/site/site';
import { assert } from '../../../../core/app-error.ts';
import { loadAgencyInvitation } from '../reads/agency.read.ts';
import { sendCached } from '../cached.ts';
import type { CallOf } from '../../../../core/call.ts';
import { requireRow } from '../lists.ts';

export function getAgencyInvitation(call: CallOf<typeof site.getAgencyInvitation>) {
  const code = readCode(call.params.code);
  return sendCached(call, `agency ${code}`, async () => requireRow(await loadAgencyInvitation(call.ctx.db, code)));
}

const agencyCode = /^[\w-]{1,40}$/;

function readCode(text: string): string {
  assert(agencyCode.test(text), 'record.not_found');
  return text.toLowerCase();
}
