/** The cookie an agency's short link leaves: the code of the agency that a new member is credited to. */
export const agencyCookie = 'kaike_agency';
