import { sql, type RawBuilder } from 'kysely';

/**
 * The location of an IP address, as far as the address itself shows it: this machine, a private network, else the address. No
 * lookup: an offline database is soon outdated, and an online service would learn who works here.
 */
export const ipLocation = (
  ip: RawBuilder<string | null>,
): RawBuilder<string | null> => sql`case when ${ip} ~* '^((::ffff:)?127[.]|::1$)' then 'this_machine'
  when ${ip} ~* '^((::ffff:)?(10|192[.]168|169[.]254|172[.](1[6-9]|2[0-9]|3[01]))[.]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)' then 'local_network' else ${ip} end`;
