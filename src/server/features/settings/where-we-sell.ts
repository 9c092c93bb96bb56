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
	'eu-by-stripe':
		'Sells to everybody. To buyers who say that they live in the European Union, Stripe sells as your merchant of record, and owes the VAT there. It charges more for these sales.',
}

export const whereWeSellOperations = {
	'where-we-sell': reading(settingsApi['where-we-sell'], {
		does: 'shows in which countries the shop sells',
		roles: ['owner', 'accountant'],
		read: async ({ database }) => ({ area: await readSalesArea(database) }),
	}),
	'set-where-we-sell': defineAct(settingsApi['set-where-we-sell'], {
		does: 'decides in which countries the shop sells',
		log: 'Decided where the shop sells',
		roles: ['owner'],
		sensitive: true,
		plan: async ({ database }, { area }, { by }) => {
			const before = await readSalesArea(database)
			if (before === area) return { will: [] }
			return {
				will: [
					will[area],
					'The pages of paid guides, the payment page and the terms say so within about ten seconds. Payment pages that are open already stay open.',
					...(area === 'eu-by-stripe'
						? [
								'Stripe must have accepted you for Managed Payments, and list the tax code of each product as eligible. Otherwise it refuses these checkouts, and Needs you says so.',
								'A buyer with a billing address in the EU who hasn’t said so goes on hold: you refund the payment, or deliver it with a reason. They are told, and can cancel.',
							]
						: [
								'A payment whose billing address is elsewhere goes on hold: you refund it, or deliver it with a reason. Its buyer is told, and can cancel.',
							]),
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
							decided: { sells: { to: area, by, at: at.toISOString() } },
						},
					)
					return { before: { area: before }, after: { area } }
				},
			}
		},
	}),
}
