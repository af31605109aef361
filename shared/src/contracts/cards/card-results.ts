import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

const results = s.object({
  /** Activations by day in the school's time zone, from the first to the last. */
  curve: s.array(s.object({ day: s.string(), count: s.integer() })),
  made: s.integer(),
  issued: s.integer(),
  claimed: s.integer(),
  activated: s.integer(),
  /** Activated cards whose members started a lesson, finished half of the lessons, or all of them. */
  first_lesson: s.integer(),
  half: s.integer(),
  finished: s.integer(),
});

/** Results of the cards of a batch: from creation to finished courses. */
export const getBatchResults = contract({ method: 'GET', path: '/admin/card-batches/:id/results', response: results });

/** Results of all cards of one agency. */
export const getAgencyResults = contract({
  method: 'GET',
  path: '/admin/card-batches/agencies/:id/results',
  response: results,
});
