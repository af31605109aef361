import { join } from 'node:path';
import { removeEnded } from '../process/remove-ended.ts';

const staged = /^restore-(\d+)$/;

/** Where a restore unpacks a backup while it runs. */
export const stagingFolder = (dataFolder: string): string => join(dataFolder, `restore-${process.pid}`);

/** Removes what killed restores left unpacked: whole backups with everybody's uploads. Returns the names. */
export const removeLeftovers = (dataFolder: string): Promise<string[]> => removeEnded(dataFolder, staged);
