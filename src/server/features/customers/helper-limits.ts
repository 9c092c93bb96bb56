import { z } from 'zod'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { type Member, RoleRefused } from '#server/admin-api/require-member.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { count, exists, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRecordOf } from '#server/shop/owner-acts.ts'
import { dayMs } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'
import { type Account, findAccount } from './find-purchase.ts'

/** What a helper may refund of one purchase and in a day, and how many guides they may give in a day. Owners have no limits. */
const limits = { purchasePence: 30_00, dailyPence: 150_00, dailyGifts: 5 }

type Reader = Pick<Transaction, 'query'>

/**
 * Locks the member's row, so that acts at the same moment are counted one after the other. Call it in the transaction that
 * records the act.
 */
export async function lockMember(tx: Transaction, { id }: Member): Promise<void> {
	await tx.execute(sql`select from auth.staff where user_id = ${id} for no key update`)
}

const refundedSchema = z.object({ today: z.int(), of_purchase: z.int() })

interface Refund {
	purchase: { id: string; paid_pence: number }
	/** The part to refund, in pence; undefined for all that is left. */
	asked: number | undefined
	now: Date
}

/** Throws `RoleRefused` if a refund is more than the member may make. */
export async function requireRefundWithinLimits(
	tx: Reader,
	member: Member,
	{ purchase, asked, now }: Refund,
): Promise<void> {
	if (member.role === 'owner') return
	const { purchasePence, dailyPence } = limits
	const { today, of_purchase: before } = await one(
		tx,
		sql`
		select
			coalesce(sum(coalesce((a.details ->> 'amount_pence')::integer, c.amount_paid_pence, p.price_pence)) filter (
				where a.staff_id = ${member.id} and a.at > ${new Date(now.getTime() - dayMs)}
			), 0)::integer as today,
			coalesce(sum((a.details ->> 'amount_pence')::integer) filter (where a.purchase_id = ${purchase.id}), 0)::integer as of_purchase
		from shop.owner_acts a join public.purchases p on p.id = a.purchase_id left join shop.checkouts c on c.purchase_id = p.id
		where ${isRecordOf('refund')} and (a.staff_id = ${member.id} or a.purchase_id = ${purchase.id})`,
		refundedSchema,
	)
	if ((asked === undefined ? purchase.paid_pence : before + asked) > purchasePence)
		throw new RoleRefused(
			`A helper may refund at most ${formatPounds(purchasePence)} of one purchase${before === 0 ? '' : `, and ${formatPounds(before)} of this one has already been refunded`}. Ask an owner.`,
		)
	if (today + (asked ?? purchase.paid_pence) > dailyPence)
		throw new RoleRefused(`A helper may refund at most ${formatPounds(dailyPence)} a day. Ask an owner.`)
}

/** Throws `RoleRefused` if the member has given as many guides as they may in a day. */
export async function requireGiftWithinLimits(tx: Reader, member: Member, now: Date): Promise<void> {
	if (member.role === 'owner') return
	const given = await count(
		tx,
		sql`
		select count(*)::integer as count from shop.owner_acts
		where staff_id = ${member.id} and ${isRecordOf('give-guide')} and at > ${new Date(now.getTime() - dayMs)}`,
	)
	if (given >= limits.dailyGifts)
		throw new RoleRefused(`A helper may give away at most ${limits.dailyGifts} guides a day. Ask an owner.`)
}

/** Finds the account that an act would change. Throws `RoleRefused` if it belongs to a member and `member` is not an owner. */
export async function accountFor(admin: AdminDependencies, id: string, member: Member): Promise<Account> {
	const account = await findAccount(admin.database, id)
	const isMember = await exists(admin.database, sql`select from auth.staff where user_id = ${account.id}`)
	if (isMember && member.role !== 'owner')
		throw new RoleRefused('This customer is a member of the admin, so only an owner may do this.')
	return account
}
