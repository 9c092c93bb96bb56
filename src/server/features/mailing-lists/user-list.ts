import { z } from 'zod'
import type { Row } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { hashToken, withLink } from '#server/platform/tokens.ts'
import { defineMailingList, type MailingListDeclaration } from './mailing-list.ts'

interface UserListDeclaration<Payload, Facts, Texts>
	extends Omit<MailingListDeclaration<Payload, Facts, Texts>, 'claim' | 'record' | 'leaveOut' | 'stop'> {
	/** The condition that an email `m` is the one that a payload names. */
	which(payload: Payload): Sql
	/** The tables that an email `m` to a user `u` is about, the condition that it may still be sent, and the columns of its facts. */
	from: Sql
	may(now: Date): Sql
	columns: Sql
	/** The metadata of a user who has stopped these emails, as an expression on `raw_user_meta_data`. */
	stopped: Sql
}

/** What the shop knows of the user that an email is for. */
export const recipient = { email: z.string(), userMetadata: z.unknown() }

/** Declares a mailing list to users. Its emails are in `shop.outbox`, where `queue` puts them or finds them. */
export function defineUserList<
	Payload extends Row,
	Facts extends z.infer<z.ZodObject<typeof recipient>>,
	Texts extends { stop: string; why: string },
>(list: UserListDeclaration<Payload, Facts, Texts>) {
	const notSent = (payload: Payload) =>
		sql`m.list = ${list.name} and ${list.which(payload)} and m.mailed_at is null`
	const maySend = (now: Date) =>
		sql`u.id = m.user_id and u.email is not null and u.email_confirmed_at is not null and ${list.may(now)}`
	return defineMailingList<Payload, Facts, Texts>({
		...list,
		claim: (payload, { token, now }) => sql`
			update shop.outbox m set stop_hashes = ${withLink(sql`m.stop_hashes`, token)}
			from auth.users u, ${list.from}
			where ${notSent(payload)} and ${maySend(now)}
			returning u.email, u.raw_user_meta_data as "userMetadata", ${list.columns}`,
		record: (payload, now) =>
			sql`update shop.outbox m set mailed_at = ${now} where m.list = ${list.name} and ${list.which(payload)}`,
		// Compares again: since the claim, an owner may have let the emails go on, which doesn't queue this one anew.
		leaveOut: (payload, now) => sql`
			update shop.outbox m set left_out_at = ${now}
			where ${notSent(payload)} and not exists (select from auth.users u, ${list.from} where ${maySend(now)})`,
		stop: async (tx, { token }) =>
			await exists(
				tx,
				sql`
				update auth.users set raw_user_meta_data = ${list.stopped}, updated_at = now()
				where id = (
					select user_id from shop.outbox where list = ${list.name} and stop_hashes @> ${[hashToken(token)]}::bytea[]
				) returning id`,
			),
	})
}
