import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { defineDownload } from '#server/admin-api/define-file.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { accountFor } from './helper-limits.ts'

const noteSchema = z.object({ body: z.string(), written_by: z.string(), written_at: z.date() })

const exportCustomer = defineDownload(customersApi['export-customer'], {
	does: 'downloads everything stored about a customer, including the members’ notes',
	log: 'Downloaded a customer’s data',
	roles: ['owner'],
	sensitive: true,
	open: async ({ database, clock, exportAccount }, { customer: userId }) => {
		const now = clock.now()
		const stored = await exportAccount(userId, now)
		if (stored === null) throw new DecisionError('There is no such customer.')
		const notes = await database.query(
			sql`select body, written_by, written_at from shop.customer_notes where user_id = ${userId} order by written_at, id`,
			noteSchema,
		)
		return {
			userId,
			file: {
				name: `headstart-customer-${now.toISOString().slice(0, 10)}.json`,
				contentType: 'application/json; charset=utf-8',
				content: onePart(`${JSON.stringify({ ...stored, notes }, null, '\t')}\n`),
			},
		}
	},
})

async function* onePart(text: string): AsyncGenerator<string> {
	yield text
}

const ownerSchema = z.object({ confirmed: z.boolean() })

const changeAddress = defineAct(customersApi['change-address'], {
	does: 'changes a customer’s email address once they have opened the link emailed to the new one',
	log: 'Asked for a change of address',
	roles: ['owner'],
	sensitive: true,
	needsReason: true,
	plan: async (admin, { customer, email }, { member }) => {
		const { database, clock } = admin
		const account = await accountFor(admin, customer, member)
		const wanted = readEmail(email)
		if (await exists(database, sql`select from auth.staff where user_id = ${account.id}`))
			throw new DecisionError(
				'This customer is a member of the admin. Members change their own address, in the shop.',
			)
		if (wanted === account.email) return { will: [] }
		const other = await maybeOne(
			database,
			sql`select email_confirmed_at is not null as confirmed from auth.users where email = ${wanted} and id <> ${account.id}`,
			ownerSchema,
		)
		if (other?.confirmed === true)
			throw new DecisionError(`${wanted} belongs to another account. Give the guides to that one instead.`)
		const { email: now } = account
		return {
			will: [
				`Emails a link to ${wanted}. Nothing changes until they open it, which proves that the mailbox is theirs.`,
				`From then on they sign in as ${wanted}${now === null ? '' : ` instead of ${now}`}, and keep their guides and receipts. Anyone who can read that mailbox can set a new password, so make sure that it’s theirs.`,
				...(now === null
					? []
					: [
							`The shop emails ${now} once the address has changed. That mailbox isn’t asked to approve it first.`,
						]),
				...(other === undefined
					? []
					: [`Someone signed up as ${wanted} but never confirmed the address. That sign-up is deleted.`]),
			],
			execute: async (tx) => {
				await admin.requestAddress(tx, account.id, wanted, clock.now())
				return { userId: account.id }
			},
		}
	},
})

export const handOverOperations = { 'export-customer': exportCustomer, 'change-address': changeAddress }
