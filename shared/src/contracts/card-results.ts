import { contract } from '../kit/contract.ts';
import { s } from '../kit/schema.ts';

const results = s.object({
  /** Activations by day of the school, from the first to the last. */
  curve: s.array(s.object({ day: s.string(), count: s.integer() })),
  // oxlint-disable-next-line id-denylist -- name on the wire
  made: s.integer(),
  issued: s.integer(),
  claimed: s.integer(),
  activated: s.integer(),
  /** Of the activated: a lesson begun, half of the lessons finished, all of them. */
  first_lesson: s.integer(),
  half: s.integer(),
  finished: s.integer(),
});

/** What became of the cards of a batch. */
export const getBatchResults = contract({ method: 'GET', path: '/admin/card-batches/:id/results', answer: results });

/** The same for all cards of one agency. */
export const getAgencyResults = contract({
  method: 'GET',
  path: '/admin/card-batches/agencies/:id/results',
  answer: results,
});
