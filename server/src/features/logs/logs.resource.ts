import type { ResourceBehaviour } from '../../kit/behaviour.ts';
import { readLogDetail } from './log-detail.read.ts';

/** Written by the engine alone; the table refuses every other change. */
export const logsBehaviour: ResourceBehaviour = { extend: readLogDetail };
