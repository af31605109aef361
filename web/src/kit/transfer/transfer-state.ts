import { create } from 'zustand';

export type SheetCell = string | number | boolean | null;
export type TransferPhase = 'idle' | 'running' | 'paused' | 'finished';

export type Task = {
  state: TransferPhase;
  kind: 'export' | 'import' | null;
  title: string;
  rows: number;
  /** 0 to 100. */
  progress: number;
  /** The last page's or chunk's request failed; it is retried on resume. */
  failed: boolean;
  /** Restored after a reload, waiting to be resumed. */
  restored: boolean;
};

/** The result of an import; shown until it is closed, after the progress has been reset. */
export type ImportOutcome = { job: ImportJob; errors: Record<string, unknown>[] };

type Common = {
  /** The user it belongs to: nobody else is offered it after a reload. */
  owner: number;
  title: string;
  resource: string;
  sheet: string;
  url: string;
};
export type ExportJob = Common & {
  kind: 'export';
  file_name: string;
  query: string;
  page: number;
  id: number;
  pages: number;
  files: number;
  rows: number;
  head: SheetCell[][];
  /** Pages fetched and stored that are not in a file yet. */
  pieces: number;
};
export type ImportJob = Common & {
  kind: 'import';
  run: string;
  file_name: string;
  total: number;
  chunk_rows: number;
  keys: string[];
  labels: Record<string, string>;
  /** Rows sent so far: the next chunk starts here. */
  sent: number;
  success: number;
  /** Absent in a task that an older version began. */
  created?: number;
  updated?: number;
  /** Rows of the sheet that change nothing; they are not sent. */
  unchanged?: number;
  wrong: number;
  import_id: number | null;
};
export type TransferJob = ExportJob | ImportJob;

export const idle: Task = {
  state: 'idle',
  kind: null,
  title: '',
  rows: 0,
  progress: 0,
  failed: false,
  restored: false,
};

/** `is_in_page`: the page itself shows the task. */
export const useTransfer = create<Task & { end: ImportOutcome | null; is_in_page: boolean }>(() => ({
  ...idle,
  end: null,
  is_in_page: false,
}));

/** Dismisses the result of an import. */
export const closeOutcome = (): void => useTransfer.setState({ end: null });
