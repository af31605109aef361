export type FaceResult = 'passed' | 'failed';

/** Compares a face with the picture that belongs to a name and an ID number. */
export type FaceMatcher = {
  /** Whether face comparison is available. */
  is_offered: boolean;
  /** Compares nothing and passes everybody: for development only. */
  is_local: boolean;
  /** Opens a comparison and returns its id. */
  init: (person: { real_name: string; id_card: string }) => Promise<{ certify_id: string }>;
  /** The result and the person; null for an id that was never issued or has expired. */
  result: (certifyId: string) => Promise<{ real_name: string; id_card: string; result: FaceResult } | null>;
};
