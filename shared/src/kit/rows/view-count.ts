/** Rows of a view are counted up to this number, so that the count costs the same in a table of any size. */
export const countedInView = 100;
