import type { Back } from './planted-back.ts';
export type Planted = Back | null;
