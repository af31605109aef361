import { createHash, hash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import type { IdentityProvider, LocalIdentities } from './port.ts';

const clientId = 'kaike-local';
const codeMs = 300_000;
const path = '/local/identity';
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Whether the address is the sign-in callback among our own pages. */
const isCallback = (uri: string): boolean =>
  URL.canParse(uri) && new URL(uri).pathname === '/open/other-login-callback/local';

type Row = {
  client_id: string;
  redirect_uri: string;
  challenge: string;
  open_id: string;
  nickname: string;
  expires_at: Date;
};

/**
 * A local sign-in service that accepts any name entered on its page, and otherwise follows the protocol: a code works once,
 * for five minutes, with the same return address, for the holder of the verifier.
 */
export function createLocalIdentity({ db, clock }: { db: Db; clock: () => Date }): {
  provider: IdentityProvider;
  pages: LocalIdentities;
} {
  const pages: LocalIdentities = {
    accepts: (request) =>
      request.client_id === clientId && isCallback(request.redirect_uri) && /^[\w-]{43}$/.test(request.challenge),
    async issue(request, person) {
      const code = randomBytes(24).toString('base64url');
      await db
        .insertInto('local_identity_codes')
        .values({
          code_hash: hash('sha256', code, 'buffer'),
          ...request,
          ...person,
          expires_at: new Date(clock().getTime() + codeMs),
        })
        .execute();
      return code;
    },
  };
  const refuse = (reason: string): never => {
    throw new AdapterError('rejected', { reason });
  };
  const provider: IdentityProvider = {
    authorizeUrl: ({ redirect_uri, state, challenge }) =>
      `${path}?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri, state, code_challenge: challenge, code_challenge_method: 'S256' }).toString()}`,
    async identify({ code, redirect_uri, verifier }) {
      const row: Row =
        (await db
          .deleteFrom('local_identity_codes')
          .where('code_hash', '=', hash('sha256', code, 'buffer'))
          .returningAll()
          .executeTakeFirst()) ?? refuse('bad_code');
      if (row.expires_at <= clock() || row.redirect_uri !== redirect_uri || row.challenge !== s256(verifier))
        refuse('bad_grant');
      return {
        provider: 'local',
        app_id: clientId,
        open_id: row.open_id,
        union_id: null,
        nickname: row.nickname,
        avatar: null,
        is_virtual: false,
      };
    },
  };
  return { provider, pages };
}
