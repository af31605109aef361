import { createRecordStore } from '../../api/record-store.ts';
import type { TransferStore } from './transfer-port.ts';
import type { Job } from './transfer-state.ts';

type SavedRecord = { key: string; job?: Job; rows?: unknown[] };

const records = createRecordStore<SavedRecord>({ database: 'kaike-transfers', store: 'pieces', key: 'key' });
const pieceKey = (number: number): string => `piece-${number}`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_one, index) => index);

/** The running task, stored in this browser so that a reload does not lose it. */
export const savedTransfer: TransferStore = {
  load: async () => (await records.find('job'))?.job ?? null,
  save: (job) => records.save({ key: 'job', job }),
  savePiece: (number, rows) => records.save({ key: pieceKey(number), rows }),
  loadPieces: (count) =>
    Promise.all(numbers(count).map(async (number) => (await records.find(pieceKey(number)))?.rows ?? [])),
  dropPieces: async (count) => {
    await Promise.all(numbers(count).map((number) => records.remove(pieceKey(number))));
  },
  clear: async () => {
    await Promise.all((await records.all()).map(({ key }) => records.remove(key)));
  },
};
