import { toast } from '../../app/toasts.ts';
import { translate } from '../../app/wording.ts';
import type { TransferPorts } from './transfer-task.ts';
import { saveXlsx } from './xlsx.ts';

const isBad = { download_error: true, import_error: true, task_exists: true, download_done: false, import_done: false };

/** The real world for transfer tasks: files, toasts, time. */
export const transferPorts: TransferPorts = {
  saveFile: saveXlsx,
  tell: (event) => toast(isBad[event] ? 'error' : 'success', translate(`transfer.${event}`)),
  later: (work, ms) => void setTimeout(work, ms),
};
