import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const place = s.object({
  storage: s.string(),
  /** A packaged video, with all its segments, is one. */
  files: s.integer(),
  bytes: s.integer(),
  is_set_up: s.boolean(),
});

const move = s.object({
  target: s.string(),
  state: s.literal(1, 2, 3, 4, 5),
  total: s.integer(),
  moved: s.integer(),
  failed: s.integer(),
  /** Why it stopped by itself, in the reader's language; else empty. */
  reason: s.string(),
  started_by: s.string(),
  created_at: s.time(),
  ended_at: s.nullable(s.time()),
  /** The first 50. */
  failures: s.array(s.object({ key: s.string(), reason: s.string() })),
});
export type FileMove = SchemaValue<typeof move>;

const answer = s.object({
  places: s.array(place),
  /** The latest; null before the first. */
  move: s.nullable(move),
  undo: s.object({
    files: s.integer(),
    bytes: s.integer(),
    first_until: s.nullable(s.time()),
    last_until: s.nullable(s.time()),
  }),
  /** Files whose old copies are being removed. */
  removing: s.integer(),
});
export type FileMoves = SchemaValue<typeof answer>;

/** Where files are, and the latest move to another storage. */
export const listFileMoves = contract({ method: 'GET', path: '/admin/configs/file-moves', response: answer });

/** Moves all files to a storage that is set up; one move at a time. */
export const startFileMove = contract({
  method: 'POST',
  path: '/admin/configs/file-moves',
  body: { to: field.text({ rules: 'required|max:20' }) },
  response: answer,
});

export const pauseFileMove = contract({ method: 'POST', path: '/admin/configs/file-moves/pause', response: answer });

/** Goes on with a paused or stopped move, and tries again what failed. */
export const resumeFileMove = contract({ method: 'POST', path: '/admin/configs/file-moves/resume', response: answer });

/** Files moved within seven days are read from where they were. */
export const undoFileMove = contract({ method: 'POST', path: '/admin/configs/file-moves/undo', response: answer });

/** Gives up the undo: the old copies are removed. */
export const finishFileMove = contract({ method: 'POST', path: '/admin/configs/file-moves/finish', response: answer });
