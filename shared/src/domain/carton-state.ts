import { choicesOf, type Transition, type ValueIn } from './status.ts';

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

/** Where a carton goes. `undo` leads back to where the receipt found it; what was lost and turns up is on its way again. */
export const cartonActions: Readonly<Record<'ship' | 'receive' | 'lose' | 'find' | 'void', Transition<CartonState>>> = {
  ship: { from: [packed], to: shipped },
  receive: { from: [packed, shipped], to: received },
  lose: { from: [packed, shipped], to: lost },
  find: { from: [lost], to: shipped },
  void: { from: [packed, shipped, lost], to: voided },
};

/** Cards of one carton, at most: they change together, in one transaction. */
export const cartonSize = { least: 10, most: 5000, usual: 500 } as const;

/** How long the person who scanned a carton in may take that back. */
export const undoReceiptMinutes = 10;

/** Whether the receipt may still be undone by this person. */
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
