import { PassThrough } from 'node:stream';
import { dispositionOf, sendFile, type HttpReply } from '../../../core/respond.ts';
import type { Cell } from '../cells.ts';
import { writeXlsx } from './xlsx-stream.ts';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Sheet = {
  title: string;
  /** Without its extension. */ file?: string;
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** Sends one sheet, written while its rows are read. */
export function sendXlsx({ title, rows, file = title }: Sheet): HttpReply {
  const stream = new PassThrough();
  void writeXlsx(stream, { sheet: title, rows }).catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : undefined),
  );
  return sendFile(stream, { type: xlsxType, disposition: dispositionOf(`${file}.xlsx`) });
}
