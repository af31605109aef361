import findMyWay from 'find-my-way';
import type { Method } from '@kaike/shared/kit/contract';

export type RouteMatch<T> = {
  /** The pattern that matched. */ pattern: string;
  value: T;
  params: Record<string, string | undefined>;
};

const createRouter = () => findMyWay({ ignoreTrailingSlash: true });

type Entry<T> = { method: Method; pattern: string; value: T };

/** Routes whose addresses begin with the same names. Their router is built for the first request to one of them. */
class Group<T> {
  readonly #entries: Entry<T>[] = [];
  readonly #byHandler = new Map<unknown, Entry<T>>();
  #router: ReturnType<typeof createRouter> | null = null;

  add(entry: Entry<T>): this {
    this.#entries.push(entry);
    this.#router = null;
    return this;
  }

  #build() {
    const router = createRouter();
    for (const entry of this.#entries) {
      const handler = (): void => undefined;
      this.#byHandler.set(handler, entry);
      router.on(entry.method, entry.pattern, handler);
    }
    return router;
  }

  find(method: Method, path: string): RouteMatch<T> | null {
    this.#router ??= this.#build();
    const match = this.#router.find(method, path);
    const entry = match && this.#byHandler.get(match.handler);
    return entry ? { pattern: entry.pattern, value: entry.value, params: match.params } : null;
  }
}

/** At most two names at the start of a pattern, such as `admin/cards` of `/admin/cards/:id`. */
function groupOf(pattern: string): string {
  const segments = pattern.slice(1).split('/');
  const end = segments.findIndex((segment) => /^[:*]/.test(segment));
  return segments.slice(0, end === -1 ? 2 : Math.min(end, 2)).join('/');
}

/**
 * Finds routes by method and address. Fastify makes every route ready at the start, which is a quarter of a start's work; here
 * a group of addresses is made ready for its first request.
 */
export class RouteTable<T> {
  readonly #groups = new Map<string, Group<T>>();
  readonly #names = new Map<string, string>();

  /** Every route, such as `GET /admin/cards/:id`. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  add(method: Method, pattern: string, value: T): void {
    const name = `${method} ${pattern}`;
    const address = name.replaceAll(/:\w+/g, ':');
    if (this.#names.has(address)) throw new Error(`${name} is mounted twice.`);
    this.#names.set(address, name);
    const key = groupOf(pattern);
    const group = this.#groups.get(key) ?? new Group<T>();
    this.#groups.set(key, group.add({ method, pattern, value }));
  }

  find(method: Method, path: string): RouteMatch<T> | null {
    const [area = '', name = ''] = path.slice(1).split('/', 2);
    for (const key of [`${area}/${name}`, area, '']) {
      const match = this.#groups.get(key)?.find(method, path);
      if (match) return match;
    }
    return null;
  }
}
