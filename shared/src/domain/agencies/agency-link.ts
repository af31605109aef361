/** Cookie set by an agency's short link: the code of the agency a new member is credited to. */
export const agencyCookie = 'kaike_agency';
