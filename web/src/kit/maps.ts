/** A choice of a field with its label. */
export type Choice = { value: string | number; label: string; tone: string };
/** The choices of a resource's fields, by field. */
export type Maps = Record<string, Choice[]>;
