import { reading } from '#server/admin-api/operation.ts'
import { readMailsAbout } from '#server/features/customers/read-mails.ts'
import { AppError } from '#server/platform/app-error.ts'
import { saleApi } from '#shared/admin/sale.ts'
import { findSales as find, readMovementsOf, readSale } from './read-sale.ts'

export const sale = reading(saleApi.sale, {
	does: 'shows a sale: what was bought and paid, its movements with fee and payout, disputes, states, downloads and emails',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, payments, clock }, { id }, { role }) => {
		const found = await readSale(database, id)
		if (found === undefined)
			throw new AppError({ code: 'not_found', status: 404, message: 'There is no such sale.' })
		const { session_id: checkoutSessionId, payment_intent_id: payment, ...rest } = found
		const movements = await readMovementsOf(database, id)
		const placeOf = (kind: 'Checkout Session' | 'payment' | 'payout', named: string) => ({
			...{ id: named, page: payments.pageOf(kind, named) },
		})
		const now = clock.now()
		return {
			...rest,
			at: found.at.toISOString(),
			since: found.since.toISOString(),
			receipt_emailed_at: iso(found.receipt_emailed_at),
			paid_at: iso(found.paid_at),
			country: movements.find(({ country }) => country !== null)?.country ?? null,
			movements: movements.map(({ at, country: _country, payout_id, arrives_on, ...movement }) => ({
				...{ ...movement, at: at.toISOString() },
				payout:
					payout_id === null || arrives_on === null ? null : { ...placeOf('payout', payout_id), arrives_on },
			})),
			failed_refunds: found.failed_refunds.map(inUtc),
			disputes: found.disputes.map(({ answer_by, sent_at, ...dispute }) => ({
				...{ ...dispute, answer_by: utc(answer_by), sent_at: utc(sent_at) },
				is_open:
					sent_at === null && (answer_by === null ? dispute.state === 'open' : new Date(answer_by) > now),
			})),
			history: found.history.map(inUtc),
			downloads: found.downloads.map(inUtc),
			opened: found.opened.map((guide) => ({ ...guide, opened_at: iso(guide.opened_at) })),
			mails: role === 'accountant' ? null : await readMailsAbout(database, found),
			session: checkoutSessionId === null ? null : placeOf('Checkout Session', checkoutSessionId),
			payment: payment === null ? null : placeOf('payment', payment),
		}
	},
})

export const findSales = reading(saleApi['find-sales'], {
	does: 'finds sales by the number of the receipt, or by the id of the purchase, Checkout Session, payment, refund or dispute, of which a part is enough',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }, { text }) => ({ rows: await find(database, text) }),
})

function iso(at: Date | null): string | null {
	return at?.toISOString() ?? null
}

/** Returns a time from PostgreSQL's JSON as an ISO string in UTC. */
function utc(at: string | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

function inUtc<Row extends { at: string }>(row: Row): Row {
	return { ...row, at: new Date(row.at).toISOString() }
}
