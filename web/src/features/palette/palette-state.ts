import { create } from 'zustand';

export const usePalette = create<{ is_open: boolean }>(() => ({ is_open: false }));

export const openPalette = (): void => usePalette.setState({ is_open: true });
export const closePalette = (): void => usePalette.setState({ is_open: false });
