/** Pixels of the puzzle's picture and of its piece, before they are doubled for high-density screens. */
export const puzzle = { width: 320, height: 180, piece_size: 60 } as const;
