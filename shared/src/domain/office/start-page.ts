type StartOptions = { is_agency: boolean; may: (permission: string) => boolean };

/** The page of the back office a person begins on: an agency at its desk, others at what must be done. */
export const startPage = ({ is_agency, may }: StartOptions): string =>
  is_agency && may('admin.agency-home.list') ? '/admin/agency-home' : '/admin/index';
