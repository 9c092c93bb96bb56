import { cursorOf, placeOf } from '#server/admin-api/cursor.ts'
import { reading } from '#server/admin-api/operation.ts'
import { AppError } from '#server/platform/app-error.ts'
import { deviceName } from '#server/platform/http/device-name.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { type CustomerRow, findCustomer, listCustomers, searchCustomers } from './list-customers.ts'
import { type CustomerDetails, type CustomerPurchase, readCustomer, readPurchases } from './read-customer.ts'
import { readMails } from './read-mails.ts'

const rowsAtATime = 50

export const customers = reading(customersApi.customers, {
	does: 'finds customers by address, name, receipt or any id, or lists the newest',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, clock }, { text = '', after }) => {
		const present = presentRow(clock.now())
		if (text !== '')
			return { rows: (await searchCustomers(database, text, rowsAtATime)).map(present), next: null }
		const rows = await listCustomers(database, { before: placeOf(after), limit: rowsAtATime + 1 })
		const shown = rows.slice(0, rowsAtATime)
		return { rows: shown.map(present), next: rows.length > rowsAtATime ? cursorOf(shown.at(-1)) : null }
	},
})

export const customer = reading(customersApi.customer, {
	does: 'shows a customer’s purchases, downloads and reviews; owners and helpers also see the sign-ins, notes and emails',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database, clock, readMailTexts }, { id }, { role }) => {
		const now = clock.now()
		const row = await findCustomer(database, id)
		const rest = await readCustomer(database, { id, now })
		if (row === undefined || rest === undefined) throw customerNotFound()
		const purchases = await readPurchases(database, id)
		const { devices, events, requests, reviews, notes, ...facts } = rest
		return {
			...presentRow(now)(row),
			...facts,
			last_sign_in_at: row.last_sign_in_at,
			banned_until: isBanned(row, now) ? row.banned_until : null,
			purchases: purchases.map((purchase) => ({ ...purchase, todo: todoOf(purchase) })),
			...(role === 'accountant'
				? hidden
				: {
						...presentCare({ devices, events, notes }),
						requests,
						mails: await readMails({ database, mailTexts: await readMailTexts() }, id),
					}),
			reviews,
		}
	},
})

/** An accountant is not shown these, as the books don't need them. */
const hidden = {
	devices: null,
	events: null,
	requests: null,
	notes: null,
	mails: null,
	pending_email: null,
}

function presentCare({ devices, events, notes }: Pick<CustomerDetails, 'devices' | 'events' | 'notes'>) {
	return {
		devices: devices.map(({ id, program, signed_in_at, used_at }) => ({
			id,
			name: deviceName(program),
			signed_in_at,
			used_at,
		})),
		events,
		notes,
	}
}

function todoOf({ status, refunds }: CustomerPurchase): string | null {
	if (status === 'pending')
		return 'The shop knows of no payment yet, and asks Stripe every five minutes. To ask now: npm run admin -- rebuild-records --days 1 --by <you>'
	if (refunds.some(({ kind, stands }) => kind !== 'dispute' && !stands))
		return 'A refund failed: the buyer has not received it. Refund it again, or pay it back in another way and record that on the page of the sale'
	return null
}

function presentRow(now: Date) {
	return (row: CustomerRow) => {
		const { place: _place, last_sign_in_at: _last, banned_until: _until, ...rest } = row
		return { ...rest, banned: isBanned(row, now) }
	}
}

function isBanned({ banned_until: until }: CustomerRow, now: Date): boolean {
	return until !== null && until > now
}

function customerNotFound(): AppError {
	return new AppError('not_found', 404, 'There is no such customer. Their account may have been deleted.')
}
