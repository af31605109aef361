import { choicesOf, type ValueIn } from '../status.ts';

/** How an error came up: in a script, in a promise nobody awaited, in showing a page, or as a part that did not load. */
export const browserErrorKinds = ['script', 'promise', 'page', 'chunk'] as const;
export type BrowserErrorKind = (typeof browserErrorKinds)[number];

/** Done is what a person has dealt with; in a later release it counts as open again. */
export const browserErrorStatus = { open: 1, done: 2 } as const;
export type BrowserErrorStatus = ValueIn<typeof browserErrorStatus>;
export const browserErrorStatusChoices = choicesOf(browserErrorStatus, { open: 'warning', done: 'success' });

/** Longest texts of a report; browsers cut them, the server refuses longer ones. */
export const maxReportLengths = { message: 500, stack: 4000, path: 500, release: 60 } as const;
