import aToB from './a-b.json' with { type: 'json' };
import cToD from './c-d.json' with { type: 'json' };
import eToG from './e-g.json' with { type: 'json' };
import hToL from './h-l.json' with { type: 'json' };
import mToO from './m-o.json' with { type: 'json' };
import names from './names.json' with { type: 'json' };
import pToR from './p-r.json' with { type: 'json' };
import s from './s.json' with { type: 'json' };
import tToZ from './t-z.json' with { type: 'json' };

export const lists = [aToB, cToD, eToG, hToL, mToO, pToR, s, tToZ, names];

/** Common English words with what they mean in Chinese, written for Kaike. */
export const words: ReadonlyMap<string, string> = new Map(lists.flatMap((list) => Object.entries(list)));
