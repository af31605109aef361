/** Of one picture that is sent in. */
export const pictureBytes = 20 * 1024 * 1024;

/** SVG is code and stays out; the decoder could read it. */
export const pictureFormats: readonly string[] = ['jpeg', 'png', 'webp', 'gif'];
