/**
 * A text as a cell of a spreadsheet holds it: what looks like one of the format's own escapes (`_x000D_`) is marked as text,
 * so that Excel and every reader show it as it is.
 */
export const escapeSheetText = (text: string): string => text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
