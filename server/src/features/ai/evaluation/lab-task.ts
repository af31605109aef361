/** A case, or an attack, as it is played. */
export type LabTask = {
  /** Null for an attack. */
  id: number | null;
  name: string;
  cefr: string;
  /** One turn a line. */
  answers: string;
  max_words: number | null;
  ends_with_question: boolean;
  is_english: boolean;
  /** One text a line. */
  contains: string;
  avoids: string;
  refuses: boolean;
  goals: number | null;
  rubric: string;
};
