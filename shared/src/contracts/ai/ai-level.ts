import { cefrLevels } from '../../domain/people/people.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

export const learnerLevel = s.object({
  /** From what was counted in talks; `B1+` is half a level above B1. Null while there are too few. */
  estimate: s.nullable(s.object({ level: s.string(), low: s.string(), high: s.string(), talks: s.integer() })),
  /** Talks that are missing for an estimate. */
  talks_missing: s.integer(),
  /** What the learner chose in its place. */
  chosen: s.nullable(s.literal(...cefrLevels)),
});
export type Level = SchemaValue<typeof learnerLevel>;

export const getLevel = contract({ method: 'GET', path: '/home/ai-level', response: learnerLevel });

/** Chooses a level in place of the estimate; null goes back to it. */
export const updateLevel = contract({
  method: 'PUT',
  path: '/home/ai-level',
  body: {
    level: field.choice(
      cefrLevels.map((value) => ({ value, key: value.toLowerCase() })),
      { nullable: true },
    ),
  },
  response: learnerLevel,
});
