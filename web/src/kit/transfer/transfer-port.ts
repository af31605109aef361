import type { SheetCell, ExportJob, ImportJob, TransferJob } from './transfer-state.ts';

export type ExportPageResponse = { current_page: number; last_page: number; max_id: number; data: SheetCell[][] };
export type ImportResponse = {
  success: number;
  created?: number;
  updated?: number;
  errors: Record<string, unknown>[];
  import_id?: number;
};
export type TransferEvent =
  | 'download_done'
  | 'download_error'
  | 'import_done'
  | 'import_error'
  | 'task_exists'
  | 'plugin_missing'
  | 'no_url';

/** What outlives the page: the current job, and its rows in pieces. */
export type TransferStore = {
  load: () => Promise<TransferJob | null>;
  save: (job: TransferJob) => Promise<void>;
  savePiece: (number: number, rows: unknown[]) => Promise<void>;
  loadPieces: (count: number) => Promise<unknown[][]>;
  clear: () => Promise<void>;
  dropPieces: (count: number) => Promise<void>;
};

/** The side effects of a task; tests pass their own. */
export type TransferPorts = {
  fetchPage: (job: ExportJob) => Promise<ExportPageResponse>;
  send: (job: ImportJob, rows: Record<string, unknown>[]) => Promise<ImportResponse>;
  saveFile: (file: { sheet: string; file_name: string; rows: SheetCell[][] }) => Promise<void>;
  notify: (event: TransferEvent) => void;
  schedule: (work: () => void, ms: number) => void;
  /** Acquires the lock to run a task, one for all tabs of the browser; null while another tab holds it. */
  claim: () => Promise<(() => void) | null>;
  store: TransferStore;
};

/** Thrown by `saveFile` when the code that builds sheets could not be loaded. */
export class PluginMissing extends Error {}
