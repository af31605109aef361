import type { Planted } from './planted-cycle.ts';
export type Back = { to: Planted };
