import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const cartonState = { packed: 1, shipped: 2, received: 3, lost: 4, voided: 5 } as const;
export type CartonState = ValueIn<typeof cartonState>;
export const cartonStateChoices = choicesOf(cartonState, {
  packed: 'default',
  shipped: 'info',
  received: 'success',
  lost: 'danger',
  voided: 'muted',
});

const { packed, shipped, received, lost, voided } = cartonState;

/** Transitions of a carton. Undoing a receipt restores the state before it; a lost carton that is found is shipped again. */
export const cartonActions: Readonly<Record<'ship' | 'receive' | 'lose' | 'find' | 'void', Transition<CartonState>>> = {
  ship: { from: [packed], to: shipped },
  receive: { from: [packed, shipped], to: received },
  lose: { from: [packed, shipped], to: lost },
  find: { from: [lost], to: shipped },
  void: { from: [packed, shipped, lost], to: voided },
};

/** Cards per carton. At most 5000, because they change together in one transaction. */
export const cartonSize = { least: 10, most: 5000, usual: 500 } as const;

/** Minutes within which the person who scanned a carton in may undo that. */
export const undoReceiptMinutes = 10;

/** Whether this person may still undo the receipt. */
export function mayUndoReceipt(
  carton: { state: number; received_at: Date | null; received_by: number | null },
  by: { user_id: number; now: Date },
): boolean {
  const { state, received_at: at } = carton;
  return (
    state === received &&
    at !== null &&
    carton.received_by === by.user_id &&
    by.now.getTime() - at.getTime() <= undoReceiptMinutes * 60_000
  );
}
