import { z } from 'zod'
import { firstOf, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { dayMs } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'

/** So many refused attempts on a member's account in a day are reported. */
export const alarmingRefusals = 10
const shownNetworks = 5

const rowSchema = z.object({
	user_id: z.uuid(),
	email: z.string().nullable(),
	sign_ins: z.int(),
	acts: z.int(),
	networks: z.array(z.string()),
	has_more: z.boolean(),
	first_at: z.date(),
	last_at: z.date(),
})

/**
 * Returns a trouble for each member of the admin on whose account many attempts were refused in the last day. Missing second
 * steps don't count, because members come across those in their daily work.
 */
export async function readRefusalTroubles(database: Pick<Database, 'query'>, now: Date): Promise<Trouble[]> {
	const rows = await database.query(
		sql`
		select u.id as user_id, u.email,
			coalesce(sum(r.count) filter (where r.place <> 'act'), 0)::integer as sign_ins,
			coalesce(sum(r.count) filter (where r.place = 'act'), 0)::integer as acts,
			coalesce(array_agg(distinct r.network) filter (where r.network is not null), '{}') as networks,
			bool_or(r.network is null) as has_more, min(r.first_at) as first_at, max(r.last_at) as last_at
		from auth.refusals r join auth.staff m on m.user_id = r.user_id join auth.users u on u.id = r.user_id
		where r.last_at > ${new Date(now.getTime() - dayMs)} and r.code <> 'insufficient_aal'
		group by u.id having sum(r.count) >= ${alarmingRefusals} order by u.email`,
		rowSchema,
	)
	return rows.map(({ user_id, email, sign_ins, acts, networks, has_more, first_at, last_at }) => ({
		kind: `refusals ${user_id}` as const,
		title: `${email ?? 'A member'}: ${sign_ins + acts} attempts were refused`,
		meaning:
			'Either they mistyped, or tried what their role doesn’t allow, or somebody else is trying to get into their account.',
		facts: firstOf([
			{ label: 'Account', value: email ?? user_id },
			...(sign_ins === 0 ? [] : [{ label: 'Failed sign-ins', value: String(sign_ins) }]),
			...(acts === 0 ? [] : [{ label: 'Refused acts', value: String(acts) }]),
			{ label: 'From', value: listed(networks, has_more) },
			{ label: 'First', value: momentOf(first_at) },
			{ label: 'Last', value: momentOf(last_at) },
		]),
		todo: 'Ask them whether it was them. If it wasn’t, they change their password at the shop, and sign out all other devices there. If a member tries what they may not do, remove them under Members. “Log” in the admin lists every attempt. This shows who is a member, and who has a second step:',
		command: 'npm run admin -- members',
		// Emailed once for each day on which it begins, however long it lasts.
		cases: [{ id: first_at.toISOString().slice(0, 10), repeats: false }],
	}))
}

function listed(networks: readonly string[], hasMore: boolean): string {
	const more = networks.length - shownNetworks
	const rest = hasMore ? ' and many others' : more > 0 ? ` and ${more} more` : ''
	return `${networks.slice(0, shownNetworks).join(', ')}${rest}`
}
