/** Rows of another resource that belong to a record. */
export type ListOfRelated = {
  readonly resource: string;
  /** The filter of their list that holds the record's id. */
  readonly by: string;
  /** Further filters. */
  readonly where?: Readonly<Record<string, string | number>>;
  /** At most five; the first names the row. Those that are empty in every row are left out. */
  readonly columns: readonly string[];
  /** Rows that share these follow each other under one head, which shows them. */
  readonly group_by?: readonly string[];
  /** Verbs offered here: on each row, or on each group at once. */
  readonly verbs?: readonly string[];
  /** The moment of a row by which it stands in the timeline of the record, together with the log. */
  readonly at?: string;
  /** Not in the overview, only in a tab of its own. */
  readonly tab_only?: true;
};

/** A number of related rows, named by the wording `figures.<key>`; a link to them. */
export type Count = Pick<ListOfRelated, 'resource' | 'by' | 'where'> & { readonly key: string };

/** What a record opens on; it contains no input. Only what the role may list is requested. */
export type Overview<K extends string = string> = {
  /** At most four, above everything else: fields, or counts. */
  readonly figures?: readonly (K | Count)[];
  /** Fields with their names; empty ones are left out. */
  readonly facts?: readonly K[];
  /** In the order of their tabs; a resource occurs once. */
  readonly related?: readonly ListOfRelated[];
};

/** Related rows that a record loads: those of a tab, of which the overview shows the first; more where a group must be whole. */
export const relatedInTab = 20;
export const groupedInTab = 200;
export const relatedInOverview = 5;

/** The query of the list that shows exactly these rows. */
export const relatedQuery = ({ by, where }: Pick<ListOfRelated, 'by' | 'where'>, id: number): Record<string, string> =>
  Object.fromEntries(
    [[by, id], ...Object.entries(where ?? {})].map(([key, value]) => [`where[${key}]`, String(value)]),
  );
