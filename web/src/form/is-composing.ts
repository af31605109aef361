import type { KeyboardEvent } from 'react';

/** Whether a key belongs to an input method. Safari ends the composition before the Enter that confirms it: only the key code tells. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;
