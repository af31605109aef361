import { create } from 'zustand';

export const usePalette = create<{ is_open: boolean }>(() => ({ is_open: false }));

export const openPalette = (): void => usePalette.setState({ is_open: true });
export const closePalette = (): void => usePalette.setState({ is_open: false });

/** The results' element ids, by which the field names its list and the chosen option. */
export const listId = 'palette-list';
export const optionId = (index: number): string => `palette-option-${index}`;
