import type { SheetCell } from '../transfer-state.ts';

/** Why a cell has no value to import: it shows an error such as `#N/A`, or a formula whose result was never stored. */
export type CellFault = { kind: 'error' | 'no_value'; text: string };

/** A worksheet as somebody sees it: its filled rows, each cell the text that is shown. */
export type Worksheet = {
  name: string;
  is_hidden: boolean;
  cells: SheetCell[][];
  /** Row numbers in the file, from 1, one for each of `cells`. */
  lines: number[];
  /** Indexes of `cells` that are hidden in the file, by a filter or by hand. */
  hidden: number[];
  /** Cells below the first of a merged range that took its content. */
  filled_down: number;
  /** Faults by index of `cells` and column. */
  faults: Record<number, Record<number, CellFault>>;
};

/** Why a file is no workbook that can be imported. */
export type WorkbookProblem =
  | 'empty_file'
  | 'protected'
  | 'old_format'
  | 'other_format'
  | 'text_file'
  | 'web_page'
  | 'no_workbook'
  | 'damaged'
  | 'too_many_rows'
  | 'too_far';

export class WorkbookError extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** The most filled rows of one sheet. */
export const maximumRows = 50_000;
