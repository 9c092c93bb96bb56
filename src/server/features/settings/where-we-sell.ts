import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { lockDocuments } from '#server/features/content/document-rows.ts'
import { decideDocument } from '#server/features/content/write-documents.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PlanChanged } from '#server/shop/plan.ts'
import { readSalesArea } from '#server/shop/where-we-sell.ts'
import { settingsApi } from '#shared/admin/settings.ts'
import type { SalesArea } from '#shared/where-we-sell.ts'

const will: Readonly<Record<SalesArea, string>> = {
	uk: 'Sells only to people who live in the United Kingdom, including the Isle of Man.',
	'outside-eu':
		'Sells to people who live in the United Kingdom or anywhere else outside the European Union. Some of these countries tax downloads from abroad as well: ask your accountant which matter to you.',
}

export const whereWeSellOperations = {
	'where-we-sell': reading(settingsApi['where-we-sell'], {
		does: 'shows in which countries the shop sells',
		roles: ['owner', 'accountant'],
		read: async ({ database }) => ({ to: await readSalesArea(database) }),
	}),
	'set-where-we-sell': defineAct(settingsApi['set-where-we-sell'], {
		does: 'decides in which countries the shop sells',
		log: 'Decided where the shop sells',
		roles: ['owner'],
		sensitive: true,
		plan: async ({ database }, { to }, { by }) => {
			const before = await readSalesArea(database)
			if (before === to) return { will: [] }
			return {
				will: [
					will[to],
					'The pages of paid guides, the payment page and the terms say so within about ten seconds. Payment pages that are open already stay open.',
					'A payment whose billing address is elsewhere goes on hold: you refund it, or deliver it with a reason. Its buyer is told, and can cancel.',
					'Purchases that were made before stay as they are.',
				],
				basis: [before],
				execute: async (tx) => {
					await lockDocuments(tx)
					if ((await readSalesArea(tx)) !== before) throw new PlanChanged()
					const { at } = await one(tx, sql`select now() as at`, z.object({ at: z.date() }))
					await decideDocument(
						tx,
						{ kind: 'site', id: 'site' },
						{
							by,
							change: 'decided where the shop sells',
							decided: { sells: { to, by, at: at.toISOString() } },
						},
					)
					return { before: { to: before }, after: { to } }
				},
			}
		},
	}),
}
