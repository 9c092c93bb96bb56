import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { sendSecurityNoticeJob } from '#server/features/accounts/jobs.ts'
import { count, maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { dayMs } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'
import { accountName } from '#shared/names.ts'
import { counted } from '#shared/wording.ts'
import { accountFor } from './helper-limits.ts'

const signOutCustomer = defineAct(customersApi['sign-out-customer'], {
	does: 'signs a customer out on every device',
	log: 'Signed a customer out',
	roles: ['owner', 'helper'],
	plan: async (admin, { customer }, { member }) => {
		const account = await accountFor(admin, customer, member)
		return {
			will: [`Signs ${accountName(account)} out on every device. They can sign in again.`],
			execute: async (tx) => ({
				answer: {
					sessions_ended: await tx.execute(sql`delete from auth.sessions where user_id = ${account.id}`),
				},
				userId: account.id,
			}),
		}
	},
})

const banCustomer = defineAct(customersApi['ban-customer'], {
	does: 'bans a customer for some days',
	log: 'Banned',
	roles: ['owner', 'helper'],
	needsReason: true,
	plan: async (admin, { customer, days }, { member }) => {
		const account = await accountFor(admin, customer, member)
		const { id } = account
		const now = admin.clock.now()
		const until = new Date(now.getTime() + days * dayMs)
		return {
			will: [
				`Bans ${accountName(account)} for ${days === 1 ? 'a day' : `${days} days`} from now: ends every session now, and refuses sign-in and downloads until then.`,
				'They are not emailed. What they have bought stays theirs.',
			],
			execute: async (tx) => {
				await tx.execute(
					sql`update auth.users set banned_until = ${until}, updated_at = now() where id = ${id}`,
				)
				await tx.execute(sql`delete from auth.sessions where user_id = ${id}`)
				return { userId: id, details: { until: until.toISOString() } }
			},
		}
	},
})

const endBan = defineAct(customersApi['end-ban'], {
	does: 'ends the ban of a customer',
	log: 'Ended a ban',
	roles: ['owner', 'helper'],
	plan: async (admin, { customer }, { member }) => {
		const account = await accountFor(admin, customer, member)
		const { id, banned_until: until } = account
		if (until === null || until <= admin.clock.now()) return { will: [] }
		return {
			will: [`Ends the ban of ${accountName(account)}, which would last until ${momentOf(until)}.`],
			execute: async (tx) => {
				await tx.execute(sql`update auth.users set banned_until = null, updated_at = now() where id = ${id}`)
				return { userId: id }
			},
		}
	},
})

const noticeSchema = z.object({ id: z.uuid(), has_notice: z.boolean() })

/** Removes the second factors and recovery codes, ends the sessions and tells the customer. */
const dropSecondStep = defineAct(customersApi['drop-second-step'], {
	does: 'turns off two-step verification for a customer who has lost every second step',
	log: 'Turned a second step off',
	roles: ['owner'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { customer }, { member }) => {
		const account = await accountFor(admin, customer, member)
		const { id, email } = account
		const factors = await count(
			admin.database,
			sql`select count(*)::integer as count from auth.mfa_factors where user_id = ${id} and status = 'verified'`,
		)
		if (factors === 0) return { will: [] }
		return {
			will: [
				`Turns two-step verification off for ${accountName(account)}, and signs them out everywhere.`,
				email === null
					? 'If they have a number, they are told by text. Make sure that it’s them: anyone with the number can then sign in.'
					: 'They are told by email. Make sure that it’s them: anyone with the password or the mailbox can then sign in.',
			],
			execute: async (tx) => {
				await tx.execute(sql`select from auth.users where id = ${id} for no key update`)
				const removed = await tx.execute(sql`delete from auth.mfa_factors where user_id = ${id}`)
				await tx.execute(sql`delete from auth.sessions where user_id = ${id}`)
				const entry = await maybeOne(
					tx,
					sql`
					insert into auth.audit_log_entries (user_id, action, notice_to)
					select id, 'factor_unenrolled', coalesce(email, case when phone_confirmed_at is not null then '+' || phone end)
					from auth.users where id = ${id}
					returning id, notice_to is not null as has_notice`,
					noticeSchema,
				)
				if (entry?.has_notice) await addJob(tx, sendSecurityNoticeJob, { entryId: entry.id })
				return { userId: id, details: { removed } }
			},
		}
	},
})

const openSchema = z.object({ guides: z.int(), reviews: z.int(), held: z.int(), disputed: z.int() })

const eraseCustomer = defineAct(customersApi['erase-customer'], {
	does: 'deletes a customer’s account; purchases and receipts are kept for the books, without the customer’s details',
	log: 'Deleted an account',
	roles: ['owner'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { customer }, { member }) => {
		const account = await accountFor(admin, customer, member)
		const { id, email } = account
		const { guides, reviews, held, disputed } = await one(
			admin.database,
			sql`
			select count(*) filter (where status = 'completed')::integer as guides,
				count(*) filter (where status = 'held')::integer as held,
				count(*) filter (where status = 'disputed')::integer as disputed,
				(select count(*)::integer from public.reviews where user_id = ${id}) as reviews
			from public.purchases where user_id = ${id}`,
			openSchema,
		)
		return {
			will: [
				`Deletes the account of ${accountName(account)} immediately and permanently, with its sign-ins, notes${reviews > 0 ? `, ${counted(reviews, 'review')}` : ''} and downloads.`,
				...(guides > 0 ? [`They lose ${counted(guides, 'guide')}, and nothing is refunded.`] : []),
				...(held > 0
					? [
							`They have ${counted(held, 'purchase')} paid and on hold. Once the account is deleted, ${held === 1 ? 'it' : 'they'} can’t be delivered, only refunded.`,
						]
					: []),
				...(disputed > 0
					? [
							`They have ${counted(disputed, 'purchase')} in dispute at their bank. The deadline for an answer still applies, but the shop’s answer can no longer name them.`,
						]
					: []),
				'Purchases and receipts are kept for the books, without the customer’s details, as the law requires.',
				...(email === null ? [] : [`The shop emails ${email} to say that the account is deleted.`]),
			],
			execute: async (tx) => {
				await admin.eraseAccount(tx, id, admin.clock.now())
				return { userId: id }
			},
		}
	},
})

export const accountActs = {
	'sign-out-customer': signOutCustomer,
	'ban-customer': banCustomer,
	'end-ban': endBan,
	'drop-second-step': dropSecondStep,
	'erase-customer': eraseCustomer,
}
