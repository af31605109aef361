import { countParam, type Check, type Rule } from './rule.ts';

/** Input of the file rules: a browser's File, or the server's description of an upload. */
export type FileLike = {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels; a picture of unknown size fails `dimensions`. */
  readonly width?: number;
  readonly height?: number;
};

function isFileLike(value: unknown): value is FileLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'type' in value &&
    typeof value.type === 'string' &&
    'size' in value &&
    typeof value.size === 'number'
  );
}

const onFile =
  (test: (file: FileLike) => boolean): Check =>
  (value) =>
    isFileLike(value) && test(value);

const extensionOf = (file: FileLike): string =>
  file.name.indexOf('.') < 0 ? '' : file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();

const pictureExtensions = ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif', 'webp'];

const lower = (params: readonly string[]): string[] => params.map((param) => param.toLowerCase());

/** `image/*` matches every type that starts with `image/`. */
function matchesType(type: string, accepted: string): boolean {
  return accepted.slice(-2) === '/*' ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
}

const dimensions: Rule = {
  params: ['width', 'height'],
  make: (params) => {
    const [width, height] = [countParam(params, 0), countParam(params, 1)];
    return onFile((file) => file.width === width && file.height === height);
  },
};

const size: Rule = {
  params: ['size'],
  make: (params) => {
    const kilobytes = countParam(params, 0);
    return onFile((file) => file.size >= 0 && file.size <= kilobytes * 1024);
  },
};

export const fileRules = {
  dimensions,
  /** Most kilobytes. */
  size,
  ext: {
    params: ['extensions'],
    counts: [1, Infinity],
    make: (params) => {
      const accepted = lower(params);
      return onFile((file) => accepted.indexOf(extensionOf(file)) >= 0);
    },
  },
  image: {
    make: () =>
      onFile(
        (file) =>
          pictureExtensions.indexOf(extensionOf(file)) >= 0 && (file.type === '' || file.type.startsWith('image/')),
      ),
  },
  mimes: {
    params: ['types'],
    counts: [1, Infinity],
    make: (params) => {
      const accepted = lower(params);
      return onFile((file) => accepted.some((type) => matchesType(file.type.toLowerCase(), type)));
    },
  },
} satisfies Record<string, Rule>;
