import type { Registry } from '../kit/registry.ts';
export type Planted = Registry;
