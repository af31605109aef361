import type { Cell, ExportJob, ImportJob, Job } from './transfer-state.ts';

export type ExportPage = { current_page: number; last_page: number; max_id: number; data: Cell[][] };
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
  load: () => Promise<Job | null>;
  save: (job: Job) => Promise<void>;
  savePiece: (number: number, rows: unknown[]) => Promise<void>;
  loadPieces: (count: number) => Promise<unknown[][]>;
  clear: () => Promise<void>;
  dropPieces: (count: number) => Promise<void>;
};

/** The side effects of a task; tests pass their own. */
export type TransferPorts = {
  fetchPage: (job: ExportJob) => Promise<ExportPage>;
  send: (job: ImportJob, rows: Record<string, unknown>[]) => Promise<ImportResponse>;
  saveFile: (file: { sheet: string; file_name: string; rows: Cell[][] }) => Promise<void>;
  notify: (event: TransferEvent) => void;
  schedule: (work: () => void, ms: number) => void;
  /** Acquires the lock to run a task, one for all tabs of the browser; null while another tab holds it. */
  claim: () => Promise<(() => void) | null>;
  store: TransferStore;
};

/** Thrown by `saveFile` when the code that builds sheets could not be loaded. */
export class PluginMissing extends Error {}
