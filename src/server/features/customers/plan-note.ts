import { defineAct } from '#server/admin-api/define-act.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { customersApi } from '#shared/admin/customers.ts'
import { accountName } from '#shared/names.ts'
import { findAccount } from './find-purchase.ts'

export const noteActs = {
	'write-note': defineAct(customersApi['write-note'], {
		does: 'saves a note about a customer',
		log: 'Wrote a note',
		roles: ['owner', 'helper'],
		plan: async ({ database }, { customer, body }, { by }) => {
			const account = await findAccount(database, customer)
			return {
				will: [
					`Saves the note about ${accountName(account)} for the members of the admin. It’s deleted with the account, and the customer may ask to see it.`,
				],
				execute: async (tx) => {
					await tx.execute(
						sql`insert into shop.customer_notes (user_id, body, written_by) values (${account.id}, ${body}, ${by})`,
					)
					return { userId: account.id }
				},
			}
		},
	}),
	'remove-note': defineAct(customersApi['remove-note'], {
		does: 'deletes a note about a customer',
		log: 'Deleted a note',
		roles: ['owner', 'helper'],
		plan: async ({ database }, { note: noteId }) => {
			const note = await maybeOne(
				database,
				sql`select user_id as id from shop.customer_notes where id = ${noteId}`,
				idRow,
			)
			if (note === undefined) return { will: [] }
			return {
				will: ['Deletes the note.'],
				execute: async (tx) => {
					await tx.execute(sql`delete from shop.customer_notes where id = ${noteId}`)
					return { userId: note.id }
				},
			}
		},
	}),
}
