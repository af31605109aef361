import { create } from 'zustand';
import { toastMs } from '@kaike/shared/domain/constants';

/** The specification's alert message. `duration` in ms; 0 stays until closed; without a position it is at the top. */
export type Toast = {
  id: number;
  type: 'success' | 'error' | 'warning' | 'info';
  title?: string;
  message: string;
  duration: number;
  show_close?: boolean;
  position?: string;
  icon_class?: string;
  custom_class?: string;
};

type Store = { toasts: Toast[]; add: (toast: Omit<Toast, 'id'>) => void; remove: (id: number) => void };

const maxToasts = 3;
let next = 1;

export const useToasts = create<Store>((set, get) => ({
  toasts: [],
  add: (toast) => {
    const id = (next += 1);
    set((state) => ({
      toasts: [...state.toasts.filter((one) => one.message !== toast.message), { ...toast, id }].slice(-maxToasts),
    }));
    if (toast.duration > 0) setTimeout(() => get().remove(id), toast.duration);
  },
  remove: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

const savedKey = 'kept-toast';

/** Saves a message to show on the next page loaded. */
export function saveToast(message: string): void {
  sessionStorage.setItem(savedKey, message);
}

/** Shows the message saved by the previous page. */
export function toastSaved(): void {
  const message = sessionStorage.getItem(savedKey);
  if (message === null) return;
  sessionStorage.removeItem(savedKey);
  // At the foot: the page may begin with a player, whose controls are at its upper edge.
  useToasts.getState().add({ type: 'info', message, duration: 2 * toastMs, position: 'bottom' });
}

/** Shows a message for three seconds. */
export function toast(type: Toast['type'], message: string, duration = toastMs): void {
  useToasts.getState().add({ type, message, duration });
}
