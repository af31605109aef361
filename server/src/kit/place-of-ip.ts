import { sql, type RawBuilder } from 'kysely';

/**
 * Where an IP address is, as far as it says so itself: this machine, a private network, else the address. Derived where it is read:
 * a list of the world's addresses is soon old, and a service would be told who works here.
 */
export const placeOfIp = (
  ip: RawBuilder<string | null>,
): RawBuilder<string | null> => sql`case when ${ip} ~* '^((::ffff:)?127[.]|::1$)' then 'this_machine'
  when ${ip} ~* '^((::ffff:)?(10|192[.]168|169[.]254|172[.](1[6-9]|2[0-9]|3[01]))[.]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)' then 'local_network' else ${ip} end`;
