import { z } from 'zod'
import { acting } from '#server/admin-api/define-act.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { withoutAnswer } from '#server/shop/plan.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { dayMs } from '#shared/clock.ts'
import { accountName } from '#shared/names.ts'
import { counted } from '#shared/wording.ts'
import { findAccount } from './find-purchase.ts'
import { accountFor, lockMember, requireGiftWithinLimits } from './helper-limits.ts'
import { planBan, planDropSecondStep, planUnban } from './plan-account.ts'
import { planGift, planNote, planNoteRemoval, planSignOut } from './plan-customer.ts'

export const giveGuide = acting(customersApi['give-guide'], {
	does: 'gives a customer a guide free of charge',
	roles: ['owner', 'helper'],
	needsReason: true,
	sensitive: true,
	plan: async (admin, { customer, product }, decided, member) => {
		const account = await findAccount(admin.database, customer)
		requireNotOwn(account.id, member)
		await requireGiftWithinLimits(admin.database, member, admin.clock.now())
		const requireAllowed = async (tx: Transaction) => {
			await lockMember(tx, member)
			await requireGiftWithinLimits(tx, member, admin.clock.now())
		}
		return await planGift(admin, { account, product, requireAllowed }, decided)
	},
})

export const signOutCustomer = acting(customersApi['sign-out-customer'], {
	does: 'signs a customer out on every device',
	roles: ['owner', 'helper'],
	plan: async (admin, { customer }, decided, member) =>
		planSignOut(admin, await accountFor(admin, customer, member), decided),
})

export const banCustomer = acting(customersApi['ban-customer'], {
	does: 'bans a customer for some days',
	roles: ['owner', 'helper'],
	needsReason: true,
	plan: async (admin, { customer, days }, decided, member) => {
		const account = await accountFor(admin, customer, member)
		const until = new Date(admin.clock.now().getTime() + days * dayMs)
		return withoutAnswer(planBan(admin, { account, until, days }, decided))
	},
})

export const endBan = acting(customersApi['end-ban'], {
	does: 'ends the ban of a customer',
	roles: ['owner', 'helper'],
	plan: async (admin, { customer }, decided, member) =>
		withoutAnswer(planUnban(admin, await accountFor(admin, customer, member), decided)),
})

export const dropSecondStep = acting(customersApi['drop-second-step'], {
	does: 'turns off two-step verification for a customer who has lost every second step',
	roles: ['owner'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { customer }, decided, member) =>
		withoutAnswer(await planDropSecondStep(admin, await accountFor(admin, customer, member), decided)),
})

const openSchema = z.object({ guides: z.int(), reviews: z.int(), held: z.int(), disputed: z.int() })

export const eraseCustomer = acting(customersApi['erase-customer'], {
	does: 'deletes a customer’s account; purchases and receipts are kept for the books, without the customer’s details',
	roles: ['owner'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { customer }, decided, member) => {
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
			act: async () =>
				await admin.database.asServer(async (tx) => {
					await recordAct(tx, { command: 'erase-customer', ...decided, userId: id })
					await admin.eraseAccount(tx, id, admin.clock.now())
					return null
				}),
		}
	},
})

export const writeNote = acting(customersApi['write-note'], {
	does: 'saves a note about a customer',
	roles: ['owner', 'helper'],
	plan: async (admin, { customer, body }, decided) =>
		planNote(admin, { account: await findAccount(admin.database, customer), body }, decided),
})

export const removeNote = acting(customersApi['remove-note'], {
	does: 'deletes a note about a customer',
	roles: ['owner', 'helper'],
	plan: async (admin, { note }, decided) => planNoteRemoval(admin, note, decided),
})
