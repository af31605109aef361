import type * as fileLog from '@kaike/shared/contracts/office/file-log';
import { listFiles } from './log-files.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export async function listLogFiles(call: AdminCallOf<typeof fileLog.listLogFiles>) {
  return { data: await listFiles(call) };
}
