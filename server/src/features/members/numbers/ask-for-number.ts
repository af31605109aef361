export const purpose = 'update_mobile';
