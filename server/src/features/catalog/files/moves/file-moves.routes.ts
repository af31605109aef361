import * as fileMoves from '@kaike/shared/contracts/catalog/file-moves';
import { isOfSchool, route } from '../../../../core/route.ts';
import type { Feature } from '../../../feature.ts';
import { listFileMoves } from './list-file-moves.ts';
import { startFileMove } from './start-file-move.ts';
import { pauseFileMove } from './pause-file-move.ts';
import { resumeFileMove } from './resume-file-move.ts';
import { undoFileMove } from './undo-file-move.ts';
import { finishFileMove } from './finish-file-move.ts';

const steering = { permission: 'admin.configs.move_files', admits: isOfSchool } as const;

/** Moves of all files to another storage, on the page of its settings. */
export const fileMovesFeature: Feature = {
  routes: [
    route.admin(fileMoves.listFileMoves, {
      permission: 'admin.configs.list',
      by_token: false,
      admits: isOfSchool,
      handler: listFileMoves,
    }),
    route.admin(fileMoves.startFileMove, {
      ...steering,
      handler: startFileMove,
    }),
    route.admin(fileMoves.pauseFileMove, {
      ...steering,
      handler: pauseFileMove,
    }),
    route.admin(fileMoves.resumeFileMove, {
      ...steering,
      handler: resumeFileMove,
    }),
    route.admin(fileMoves.undoFileMove, {
      ...steering,
      handler: undoFileMove,
    }),
    route.admin(fileMoves.finishFileMove, {
      ...steering,
      handler: finishFileMove,
    }),
  ],
};
