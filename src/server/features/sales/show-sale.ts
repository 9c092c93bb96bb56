import { reading } from '#server/admin-api/operation.ts'
import { readMailsAbout } from '#server/features/customers/read-mails.ts'
import { saleApi } from '#shared/admin/sale.ts'
import { saleNotFound } from './errors.ts'
import { readMovementsOf, readSale, type Sale, searchSales } from './read-sale.ts'

export const sale = reading(saleApi.sale, {
	does: 'shows a sale: what was bought and paid, its movements with fee and payout, disputes, states, downloads and emails',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, payments, clock }, { id }, { role }) => {
		const found = await readSale(database, id)
		if (found === undefined) throw saleNotFound()
		const { session_id: checkoutSessionId, payment_intent_id: payment, ...rest } = found
		const movements = await readMovementsOf(database, id)
		const placeOf = (kind: 'Checkout Session' | 'payment' | 'payout', named: string) => ({
			id: named,
			page: payments.pageOf(kind, named),
		})
		const now = clock.now()
		return {
			...rest,
			country: movements.find(({ country }) => country !== null)?.country ?? null,
			movements: movements.map(({ country: _country, payout_id, arrives_on, ...movement }) => ({
				...movement,
				payout:
					payout_id === null || arrives_on === null ? null : { ...placeOf('payout', payout_id), arrives_on },
			})),
			disputes: found.disputes.map((dispute) => ({ ...dispute, is_open: isOpen(dispute, now) })),
			mails: role === 'accountant' ? null : await readMailsAbout(database, found),
			session: checkoutSessionId === null ? null : placeOf('Checkout Session', checkoutSessionId),
			payment: payment === null ? null : placeOf('payment', payment),
		}
	},
})

export const findSales = reading(saleApi['find-sales'], {
	does: 'finds sales by the number of the receipt, or by the id of the purchase, Checkout Session, payment, refund or dispute, of which a part is enough',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }, { text }) => ({ rows: await searchSales(database, text) }),
})

type Dispute = Sale['disputes'][number]

function isOpen({ answer_by: answerBy, sent_at: sentAt, state }: Dispute, now: Date): boolean {
	return sentAt === null && (answerBy === null ? state === 'open' : new Date(answerBy) > now)
}
