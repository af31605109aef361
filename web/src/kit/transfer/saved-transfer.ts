import { createRecordStore } from '../../api/record-store.ts';
import { useSession } from '../../app/session.ts';
import type { TransferStore } from './transfer-port.ts';
import type { TransferJob } from './transfer-state.ts';

type SavedRecord = { key: string; job?: TransferJob; rows?: unknown[] };

const records = createRecordStore<SavedRecord>({ database: 'kaike-transfers', store: 'pieces', key: 'key' });
/** Whose task it is: another person at the same browser neither goes on with it nor removes it. */
const own = (name: string): string => `${useSession.getState().user?.id ?? 0}:${name}`;
const pieceKey = (number: number): string => own(`piece-${number}`);
const numbers = (count: number): number[] => Array.from({ length: count }, (_one, index) => index);

/** The running task, stored in this browser so that a reload does not lose it. */
export const savedTransfer: TransferStore = {
  load: async () => (await records.find(own('job')))?.job ?? null,
  save: (job) => records.save({ key: own('job'), job }),
  savePiece: (number, rows) => records.save({ key: pieceKey(number), rows }),
  loadPieces: (count) =>
    Promise.all(numbers(count).map(async (number) => (await records.find(pieceKey(number)))?.rows ?? [])),
  dropPieces: async (count) => {
    await Promise.all(numbers(count).map((number) => records.remove(pieceKey(number))));
  },
  clear: async () => {
    const keys = (await records.all()).map(({ key }) => key).filter((key) => key.startsWith(own('')));
    await Promise.all(keys.map((key) => records.remove(key)));
  },
};
