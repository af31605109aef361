/** What the code that proves a new number is for. */
export const codePurpose = 'update_mobile';
