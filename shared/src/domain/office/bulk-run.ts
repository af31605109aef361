export const bulkState = { running: 1, finished: 2, cancelled: 3, failed: 4 } as const;
export type BulkState = (typeof bulkState)[keyof typeof bulkState];

/** Days the results of an ended run stay available. */
export const bulkResultDays = 7;
/** Failed rows listed with the run itself; the results file has all of them. */
export const bulkListedFailures = 200;
/** Rows that may be left out of everything. */
export const maximumLeftOut = 1000;
/** Characters of a list's filters with the ids that are left out. */
export const matchingLength = 15_000;
/** The condition of a bulk write that all rows match; an empty one is refused. */
export const allRows = 'all';
