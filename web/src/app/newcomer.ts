/** In the storage of a device on which somebody has registered and has not been welcomed yet. */
export const newcomerKey = 'newcomer';
