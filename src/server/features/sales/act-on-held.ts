import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import { purchaseInWords, resolvePurchase } from '#server/features/customers/find-purchase.ts'
import { count, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failedJobs } from '#server/platform/jobs/queue.ts'
import { attachPurchase } from '#server/shop/attach-purchase.ts'
import { readProviderForOwner, releasePurchase } from '#server/shop/decide-purchase.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { recordDecision } from '#server/shop/purchases.ts'
import { homeApi } from '#shared/admin/home.ts'
import { counted } from '#shared/wording.ts'
import { heldPurchaseNotFound } from './errors.ts'
import { payerOf } from './list-held.ts'

const sessionSchema = z.object({ session_id: z.string().nullable() })

const showPayer = reading(homeApi.payer, {
	does: 'asks Stripe for the address that was given when a purchase on hold was paid',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, payments }, { purchase }) => {
		const held = await maybeOne(
			database,
			sql`select stripe_session_id as session_id from public.purchases where id = ${purchase} and status = 'held'`,
			sessionSchema,
		)
		if (held === undefined) throw heldPurchaseNotFound()
		return await payerOf(payments, held.session_id)
	},
})

const releaseHeld = defineAct(homeApi['release-purchase'], {
	does: 'delivers a purchase on hold, with its receipt',
	log: 'Delivered a purchase on hold',
	roles: ['owner', 'helper'],
	needsReason: true,
	plan: async ({ database, shop }, { purchase: who }, { by, member, reason }) => {
		const held = await resolvePurchase(database, { who })
		requireNotOwn(held.user_id, member)
		return {
			will: [`Delivers ${purchaseInWords(held)}, and emails the receipt.`],
			execute: async (tx) => {
				await recordDecision(tx, { by, reason })
				const { status, user_id: userId } = await releasePurchase(tx, held.id, shop)
				return { answer: { status }, purchaseId: held.id, userId }
			},
		}
	},
})

const attachHeld = defineAct(homeApi['attach-purchase'], {
	does: 'delivers a purchase on hold to the account with the address given, if the purchase belongs to no account',
	log: 'Gave a purchase to an account',
	roles: ['owner', 'helper'],
	needsReason: true,
	plan: async ({ database, payments, shop }, { purchase: who, email: typed }, { by, member, reason }) => {
		const email = typed.trim().toLowerCase()
		// The name of a member is their email address.
		requireNotOwn(email === member.name ? member.id : null, member)
		const held = await resolvePurchase(database, { who })
		const { id, status } = held
		if (held.email === email && status === 'completed') return { will: [], answer: { status } }
		const paid = await maybeOne(
			database,
			sql`select stripe_session_id as session_id from public.purchases where id = ${id}`,
			sessionSchema,
		)
		const sessionId = paid?.session_id ?? null
		const checkoutSession =
			sessionId === null ? undefined : await readProviderForOwner(() => payments.getCheckout(sessionId))
		return {
			will: [`Gives ${purchaseInWords(held)} to the account ${email}, and emails the receipt.`],
			execute: async (tx) => {
				const attached = await attachPurchase(tx, id, { email, by, reason, checkoutSession, shop })
				return { answer: { status: attached.status }, purchaseId: id, userId: attached.user_id }
			},
		}
	},
})

const retryJobs = defineAct(homeApi['retry-jobs'], {
	does: 'retries the jobs that failed permanently',
	log: 'Retried failed jobs',
	roles: ['owner'],
	plan: async ({ database }) => {
		const failed = await count(database, sql`select count(*)::integer as count from ${failedJobs} job`)
		if (failed === 0) return { will: [], answer: { retried: 0 } }
		return {
			will: [
				`Retries ${counted(failed, 'job')} that failed permanently, which may email people. npm run audit lists ${failed === 1 ? 'it' : 'them'}.`,
			],
			execute: async (tx) => {
				const jobs = await count(
					tx,
					sql`
					select count(*)::integer as count from graphile_worker.reschedule_jobs(
						array(select id from ${failedJobs} job), run_at => now(), attempts => 0
					)`,
				)
				return { answer: { retried: jobs }, details: { jobs } }
			},
		}
	},
})

const mailSchema = z.object({ job: z.string(), reference: z.string() })

const forgetMail = defineAct(homeApi['forget-mail'], {
	does: 'takes a refused email off the list once it has been dealt with',
	log: 'Settled a refused email',
	roles: ['owner', 'helper'],
	plan: async ({ database }, { id }) => {
		const mail = await maybeOne(
			database,
			sql`select job, reference from shop.refused_mails where id = ${id}::bigint`,
			mailSchema,
		)
		if (mail === undefined) throw new DecisionError('It has already been taken off the list.')
		return {
			will: ['Takes the refused email off the list. Nothing is sent, and the customer isn’t told.'],
			execute: async (tx) => {
				await tx.execute(sql`delete from shop.refused_mails where id = ${id}::bigint`)
				return { before: { mail: mail.job } }
			},
		}
	},
})

export const heldOperations = {
	payer: showPayer,
	'release-purchase': releaseHeld,
	'attach-purchase': attachHeld,
	'retry-jobs': retryJobs,
	'forget-mail': forgetMail,
}
