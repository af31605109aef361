export type FaceResult = 'passed' | 'failed';

/** Compares a face with the picture that belongs to a name and an ID number. */
export type FaceMatcher = {
  /** Whether comparing works here at all. */
  is_offered: boolean;
  /** Compares nothing and passes whoever asks: for who sits at the machine alone. */
  is_local: boolean;
  /** Opens a comparison; the answer names it. */
  init: (person: { real_name: string; id_card: string }) => Promise<{ certify_id: string }>;
  /** How it ended and for whom; null for a name that was not given out or is over. */
  result: (certifyId: string) => Promise<{ real_name: string; id_card: string; result: FaceResult } | null>;
};
