/** Maximum size of an uploaded picture. */
export const pictureBytes = 20 * 1024 * 1024;

/** Without SVG: the decoder could read it, but it is code. */
export const pictureFormats: readonly string[] = ['jpeg', 'png', 'webp', 'gif'];
