import { z } from 'zod'
import { acting } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import { resolvePurchase } from '#server/features/customers/find-purchase.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { planRetry } from '#server/shop/plan-retry.ts'
import { homeApi } from '#shared/admin/home.ts'
import { heldPurchaseNotFound } from './errors.ts'
import { payerOf } from './list-held.ts'
import { planAttach, planDeliverHeldPurchase } from './plan-purchase.ts'

export const showPayer = reading(homeApi.payer, {
	does: 'asks Stripe for the address that was given when a purchase on hold was paid',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, payments }, { purchase }) => {
		const held = await maybeOne(
			database,
			sql`select stripe_session_id as session_id from public.purchases where id = ${purchase} and status = 'held'`,
			z.object({ session_id: z.string().nullable() }),
		)
		if (held === undefined) throw heldPurchaseNotFound()
		return await payerOf(payments, held.session_id)
	},
})

export const releaseHeld = acting(homeApi['release-purchase'], {
	does: 'delivers a purchase on hold, with its receipt',
	roles: ['owner', 'helper'],
	plan: async (admin, { purchase }, decided, member) => {
		const held = await resolvePurchase(admin.database, { who: purchase })
		requireNotOwn(held.user_id, member)
		return planDeliverHeldPurchase(admin, held, decided)
	},
})

export const attachHeld = acting(homeApi['attach-purchase'], {
	does: 'delivers a purchase on hold to the account with the address given, if the purchase belongs to no account',
	roles: ['owner', 'helper'],
	needsReason: true,
	plan: async (admin, { purchase, email }, decided, member) => {
		const address = email.trim().toLowerCase()
		// The name of a member is their email address.
		requireNotOwn(address === member.name ? member.id : null, member)
		const held = await resolvePurchase(admin.database, { who: purchase })
		return planAttach(admin, { purchase: held, email: address }, decided)
	},
})

export const retryJobs = acting(homeApi['retry-jobs'], {
	does: 'retries the jobs that failed permanently',
	roles: ['owner'],
	plan: async (admin, _input, decided) => await planRetry(admin, decided),
})

const mailSchema = z.object({ job: z.string(), reference: z.string() })

export const forgetMail = acting(homeApi['forget-mail'], {
	does: 'takes a refused email off the list once it has been dealt with',
	roles: ['owner', 'helper'],
	plan: async ({ database }, { id }, decided) => {
		const mail = await maybeOne(
			database,
			sql`select job, reference from shop.refused_mails where id = ${id}::bigint`,
			mailSchema,
		)
		if (mail === undefined) throw new DecisionError('It has already been taken off the list.')
		return {
			will: ['Takes the refused email off the list. Nothing is sent, and the customer isn’t told.'],
			act: async () =>
				await database.asServer(async (tx) => {
					await tx.execute(sql`delete from shop.refused_mails where id = ${id}::bigint`)
					await recordAct(tx, { command: 'forget-mail', ...decided, before: { mail: mail.job } })
					return null
				}),
		}
	},
})
