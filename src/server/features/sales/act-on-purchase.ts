import { acting } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import { resolvePurchase, type Subject } from '#server/features/customers/find-purchase.ts'
import { lockMember, requireRefundWithinLimits } from '#server/features/customers/helper-limits.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { previewRefundNotice } from '#server/shop/emails/send-refund-notice.ts'
import { withoutAnswer } from '#server/shop/plan.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { planRefund, planResend, planReturned } from './plan-purchase.ts'

export const refund = acting(customersApi.refund, {
	does: 'refunds a purchase in full, which takes the guide away, or in part, which doesn’t',
	roles: ['owner', 'helper'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { purchase: id, amount_pence: asked }, decided, member) => {
		const purchase = await purchaseWith(admin, id)
		requireNotOwn(purchase.user_id, member)
		const requireAllowed = async (tx: Pick<Transaction, 'query'>) =>
			await requireRefundWithinLimits(tx, member, { purchase, asked, now: admin.clock.now() })
		await requireAllowed(admin.database)
		const {
			will,
			act,
			refund: planned,
		} = await planRefund(
			admin,
			{
				purchase,
				asked,
				requireAllowed: async (tx) => {
					await lockMember(tx, member)
					await requireAllowed(tx)
				},
			},
			decided,
		)
		const { database, clock, config, mailTexts: texts } = admin
		return {
			will,
			mail:
				planned && (await previewRefundNotice({ database, clock, siteUrl: config.siteUrl, texts }, planned)),
			act: async () => {
				const { refunded_pence, left_pence } = await act()
				return { refunded_pence, left_pence }
			},
		}
	},
})

export const recordRefund = acting(customersApi['record-refund'], {
	does: 'records that the money of a purchase was given back outside Stripe, and takes the guide away',
	roles: ['owner'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { purchase }, decided) => {
		const { act, ...plan } = await planReturned(admin, await purchaseWith(admin, purchase), decided)
		return {
			...plan,
			act: async () => {
				const { refunded_pence } = await act()
				return { refunded_pence }
			},
		}
	},
})

export const resendReceipt = acting(customersApi['resend-receipt'], {
	does: 'emails a receipt again, with the link to the guide',
	roles: ['owner', 'helper'],
	plan: async (admin, { purchase }, decided) =>
		withoutAnswer(planResend(admin, await purchaseWith(admin, purchase), decided)),
})

async function purchaseWith({ database }: AdminDependencies, id: string): Promise<Subject> {
	return await resolvePurchase(database, { who: id })
}
