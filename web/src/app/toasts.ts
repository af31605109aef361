import { create } from 'zustand';

export type Toast = { id: number; type: 'success' | 'error' | 'warning' | 'info'; message: string; duration: number };

type Store = { toasts: Toast[]; add: (toast: Omit<Toast, 'id'>) => void; remove: (id: number) => void };

let next = 1;

export const useToasts = create<Store>((set) => ({
  toasts: [],
  add: (toast) => {
    const id = (next += 1);
    set((state) => ({ toasts: [...state.toasts.filter((one) => one.message !== toast.message), { ...toast, id }].slice(-3) }));
    if (toast.duration > 0) setTimeout(() => useToasts.getState().remove(id), toast.duration);
  },
  remove: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

/** Tells the person something for three seconds. */
export function toast(type: Toast['type'], message: string, duration = 3000): void {
  useToasts.getState().add({ type, message, duration });
}
