import { beforeEach, describe, expect, it } from 'vitest';
import { PluginMissing, type ExportPageResponse, type ImportResponse, type TransferPorts } from './transfer-port.ts';
import { useTransfer, type SheetCell, type ExportJob, type ImportJob, type TransferJob } from './transfer-state.ts';
import { cancelTransfer, findTransfer, pauseTransfer, resumeTransfer, runExport, runImport } from './transfer-task.ts';

const owner = 7;
const head: SheetCell[][] = [['id'], ['ID']];
const pageOf = (page: number, last: number): ExportPageResponse => ({
  current_page: page,
  last_page: last,
  max_id: page * 10,
  data: [...(page === 1 ? head : []), [page * 10], [page * 10 + 1]],
});
const exportJob: ExportJob = {
  kind: 'export',
  owner,
  title: 'x',
  resource: 'courses',
  sheet: 'x',
  file_name: 'x',
  url: '/x',
  query: '',
  page: 1,
  id: 0,
  pages: 1,
  files: 0,
  rows: 0,
  head: [],
  pieces: 0,
};
const importRows = Array.from({ length: 450 }, (_one, index) => ({ name: String(index) }));
const importJob: ImportJob = {
  kind: 'import',
  owner,
  title: 'x',
  resource: 'courses',
  sheet: 'x',
  url: '/x',
  run: 'r',
  file_name: 'x',
  total: 450,
  chunk_rows: 200,
  keys: [],
  labels: {},
  sent: 0,
  success: 0,
  wrong: 0,
  import_id: null,
};

type Overrides = Partial<Pick<TransferPorts, 'fetchPage' | 'send' | 'saveFile'>>;

/** A browser: its storage and its lock outlive the page, so new ports on it are a reload. */
function makeBrowser() {
  const stored: { job: TransferJob | null; pieces: Map<number, unknown[]> } = { job: null, pieces: new Map() };
  return { stored, locked: false };
}

function createPorts(overrides: Overrides, browser = makeBrowser()) {
  const world = {
    saved: [] as { file_name: string; rows: SheetCell[][] }[],
    events: [] as string[],
    reset: null as (() => void) | null,
    browser,
  };
  const { stored } = browser;
  const ports: TransferPorts = {
    fetchPage: async (job) => pageOf(job.page, 1),
    send: async (_job, rows) => ({ success: rows.length, errors: [] }),
    saveFile: async ({ file_name, rows }) => void world.saved.push({ file_name, rows }),
    notify: (event) => void world.events.push(event),
    schedule: (work, ms) => {
      expect(ms).toBe(1000);
      world.reset = work;
    },
    claim: async () => {
      if (browser.locked) return null;
      browser.locked = true;
      return () => {
        browser.locked = false;
      };
    },
    store: {
      load: async () => structuredClone(stored.job),
      save: async (job) => {
        stored.job = structuredClone(job);
      },
      savePiece: async (number, rows) => void stored.pieces.set(number, structuredClone(rows)),
      loadPieces: async (count) =>
        Array.from({ length: count }, (_one, index) => structuredClone(stored.pieces.get(index) ?? [])),
      dropPieces: async (count) => {
        for (let index = 0; index < count; index += 1) stored.pieces.delete(index);
      },
      clear: async () => {
        stored.job = null;
        stored.pieces.clear();
      },
    },
    ...overrides,
  };
  return {
    ...world,
    ports,
    events: world.events,
    saved: world.saved,
    get reset() {
      return world.reset;
    },
  };
}

/** Resolves once the task is in a state, without timers. */
const reaches = (state: string): Promise<void> =>
  new Promise((resolve) => {
    if (useTransfer.getState().state === state) return resolve();
    const stop = useTransfer.subscribe((task) => {
      if (task.state === state) {
        stop();
        resolve();
      }
    });
  });

beforeEach(async () => {
  await cancelTransfer(createPorts({}).ports);
  useTransfer.setState({ end: null });
});

describe('export', () => {
  it('fetches page after page by the last id, writes labels and rows, and resets after a second', async () => {
    const fetched: number[][] = [];
    const world = createPorts({
      fetchPage: async ({ page, id }) => {
        fetched.push([page, id]);
        return pageOf(page, 3);
      },
    });
    await runExport(exportJob, world.ports);
    expect(fetched).toEqual([
      [1, 0],
      [2, 10],
      [3, 20],
    ]);
    expect(world.saved).toEqual([{ file_name: 'x.xlsx', rows: [['ID'], [10], [11], [20], [21], [30], [31]] }]);
    expect(world.events).toEqual(['download_done']);
    expect(useTransfer.getState()).toMatchObject({ state: 'finished', progress: 100 });
    world.reset?.();
    expect(useTransfer.getState()).toMatchObject({ state: 'idle', progress: 0 });
    expect(world.browser.stored.job).toBeNull();
  });

  it('splits files at 100,000 rows, each with the labels, also where a page extends past the end of a file', async () => {
    const big = Array.from({ length: 70_000 }, (_one, index): SheetCell[] => [index]);
    const world = createPorts({
      fetchPage: async ({ page }) => ({
        current_page: page,
        last_page: 3,
        max_id: page,
        data: page === 3 ? [[1]] : [...(page === 1 ? head : []), ...big],
      }),
    });
    await runExport(exportJob, world.ports);
    expect(world.saved.map((file) => [file.file_name, file.rows.length, file.rows[0]])).toEqual([
      ['x.xlsx', 100_001, ['ID']],
      ['x-2.xlsx', 40_002, ['ID']],
    ]);
  });

  it('pauses on a failed request and fetches the failed page again when resumed', async () => {
    const requests: number[] = [];
    const world = createPorts({
      fetchPage: async ({ page }) => {
        requests.push(page);
        if (requests.length === 2) throw new Error('cut');
        return pageOf(page, 2);
      },
    });
    const run = runExport(exportJob, world.ports);
    await reaches('paused');
    expect(world.events).toEqual(['download_error']);
    expect(useTransfer.getState().failed).toBe(true);
    resumeTransfer();
    await run;
    expect(requests).toEqual([1, 2, 2]);
    expect(world.saved[0]?.rows).toHaveLength(5);
  });

  it('reports that the code that builds sheets did not load, and retries the file when resumed', async () => {
    let tries = 0;
    const world = createPorts({
      saveFile: async () => {
        tries += 1;
        if (tries === 1) throw new PluginMissing();
      },
    });
    const run = runExport(exportJob, world.ports);
    await reaches('paused');
    expect(world.events).toEqual(['plugin_missing']);
    resumeTransfer();
    await run;
    expect(tries).toBe(2);
  });

  it('refuses an export without a URL', async () => {
    const world = createPorts({});
    await runExport({ ...exportJob, url: '' }, world.ports);
    expect(world.events).toEqual(['no_url']);
  });

  it('runs one at a time, can be paused, and saves nothing once cancelled', async () => {
    const world = createPorts({
      fetchPage: async ({ page }) => {
        if (page === 1) pauseTransfer();
        return pageOf(page, 9);
      },
    });
    const run = runExport(exportJob, world.ports);
    await reaches('paused');
    await runExport(exportJob, world.ports);
    expect(world.events).toEqual(['task_exists']);
    await cancelTransfer(world.ports);
    await run;
    expect(world.saved).toEqual([]);
    expect(useTransfer.getState().state).toBe('idle');
    expect(world.browser).toMatchObject({ locked: false, stored: { job: null } });
  });

  it('runs in one tab only', async () => {
    const browser = makeBrowser();
    browser.locked = true;
    const world = createPorts({}, browser);
    await runExport(exportJob, world.ports);
    expect([world.events, world.saved]).toEqual([['task_exists'], []]);
  });

  it('a request in flight when the task is cancelled does not continue in the next one', async () => {
    let answer: ((page: ExportPageResponse) => void) | null = null;
    const first = createPorts({
      fetchPage: () =>
        new Promise<ExportPageResponse>((resolve) => {
          answer = resolve;
        }),
    });
    const run = runExport(exportJob, first.ports);
    await reaches('running');
    await cancelTransfer(first.ports);
    const second = createPorts({});
    await runExport(exportJob, second.ports);
    (answer as ((page: ExportPageResponse) => void) | null)?.(pageOf(1, 1));
    await run;
    expect([first.saved.length, second.saved.length]).toEqual([0, 1]);
  });
});

describe('after a reload', () => {
  /** The storage of a page that was closed while its task was paused. */
  async function leavePaused(start: (ports: TransferPorts) => Promise<void>, overrides: Overrides) {
    const world = createPorts(overrides);
    void start(world.ports);
    await reaches('paused');
    const browser = { stored: structuredClone(world.browser.stored), locked: false };
    await cancelTransfer(world.ports);
    return browser;
  }

  const cutAtThree = async ({ page }: ExportJob): Promise<ExportPageResponse> => {
    if (page === 3) throw new Error('cut');
    return pageOf(page, 3);
  };

  it('an export is paused and continues with its next page', async () => {
    const browser = await leavePaused((ports) => runExport(exportJob, ports), { fetchPage: cutAtThree });
    const fetched: number[][] = [];
    const world = createPorts(
      {
        fetchPage: async ({ page, id }) => {
          fetched.push([page, id]);
          return pageOf(page, 3);
        },
      },
      browser,
    );
    const run = findTransfer(owner, world.ports);
    await reaches('paused');
    expect(useTransfer.getState()).toMatchObject({ restored: true, kind: 'export', title: 'x' });
    expect(fetched).toEqual([]);
    resumeTransfer();
    await run;
    expect(fetched).toEqual([[3, 20]]);
    expect(world.saved).toEqual([{ file_name: 'x.xlsx', rows: [['ID'], [10], [11], [20], [21], [30], [31]] }]);
  });

  it('an import continues with its next chunk and keeps the wrong rows of earlier ones', async () => {
    const fail = async (job: ImportJob, rows: Record<string, unknown>[]): Promise<ImportResponse> => {
      if (job.sent === 200) throw new Error('cut');
      return { success: rows.length - 1, errors: [{ name: 'early', error: 'bad' }], import_id: 5 };
    };
    const browser = await leavePaused((ports) => runImport(importJob, { rows: importRows }, ports), { send: fail });
    const chunks: [number, number][] = [];
    const world = createPorts(
      {
        send: async (job, rows) => {
          chunks.push([job.sent, rows.length]);
          return { success: rows.length, errors: [] };
        },
      },
      browser,
    );
    const run = findTransfer(owner, world.ports);
    await reaches('paused');
    resumeTransfer();
    await run;
    expect(chunks).toEqual([
      [200, 200],
      [400, 50],
    ]);
    expect(useTransfer.getState().end).toMatchObject({
      job: { success: 449, import_id: 5 },
      errors: [{ name: 'early', error: 'bad' }],
    });
  });

  it('is not offered to other users, nor while another tab runs it', async () => {
    const browser = await leavePaused((ports) => runExport(exportJob, ports), { fetchPage: cutAtThree });
    await findTransfer(owner + 1, createPorts({}, browser).ports);
    browser.locked = true;
    await findTransfer(owner, createPorts({}, browser).ports);
    expect(useTransfer.getState().state).toBe('idle');
  });
});

describe('import', () => {
  it('sends chunks of 200 and collects wrong rows', async () => {
    const sizes: number[] = [];
    const world = createPorts({
      send: async (job, rows) => {
        sizes.push(rows.length);
        return { success: rows.length - 1, errors: [{ name: String(job.sent), error: 'bad' }] };
      },
    });
    await runImport(importJob, { rows: importRows }, world.ports);
    expect(sizes).toEqual([200, 200, 50]);
    expect(useTransfer.getState().end).toMatchObject({
      job: { success: 447, wrong: 3 },
      errors: [{ name: '0' }, { name: '200' }, { name: '400' }],
    });
    expect(world.events).toEqual([]);
  });

  it('sends the same chunk again after a failure, and reports success', async () => {
    const starts: number[] = [];
    const world = createPorts({
      send: async (job, rows) => {
        starts.push(job.sent);
        if (starts.length === 2) throw new Error('cut');
        return { success: rows.length, errors: [] };
      },
    });
    const run = runImport(importJob, { rows: importRows }, world.ports);
    await reaches('paused');
    resumeTransfer();
    await run;
    expect(starts).toEqual([0, 200, 200, 400]);
    expect(world.events).toEqual(['import_error', 'import_done']);
  });
});
