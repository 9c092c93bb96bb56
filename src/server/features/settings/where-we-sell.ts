import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { lockDocuments } from '#server/features/content/document-rows.ts'
import { decideDocument } from '#server/features/content/write-documents.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError, PlanChanged } from '#server/shop/plan.ts'
import { comparesCards, readSells } from '#server/shop/where-we-sell.ts'
import { settingsApi } from '#shared/admin/settings.ts'
import type { SalesArea } from '#shared/where-we-sell.ts'

const will: Readonly<Record<SalesArea, string>> = {
	uk: 'Sells only to people who live in the United Kingdom, including the Isle of Man.',
	'outside-eu':
		'Sells to people who live in the United Kingdom or anywhere else outside the European Union. Some of these countries tax downloads from abroad as well: ask your accountant which matter to you.',
	'eu-by-stripe':
		'Sells to everybody. To buyers who say that they live in the European Union, Stripe sells as your merchant of record, and owes the VAT there. It charges more for these sales.',
	'eu-by-oss':
		'Sells to everybody, always in your name. Of each payment billed in the European Union, the VAT of that country at its standard rate goes to your one-stop shop: of £14.99 from Germany, £2.39. Prices stay as they are, so you keep that much less.',
}

export const whereWeSellOperations = {
	'where-we-sell': reading(settingsApi['where-we-sell'], {
		does: 'shows in which countries the shop sells',
		roles: ['owner', 'accountant'],
		read: async ({ database }) => {
			const { area, ossNumber } = await readSells(database)
			return { area, oss_number: ossNumber }
		},
	}),
	'set-where-we-sell': defineAct(settingsApi['set-where-we-sell'], {
		does: 'decides in which countries the shop sells',
		log: 'Decided where the shop sells',
		roles: ['owner'],
		sensitive: true,
		plan: async ({ database }, { area, oss_number: typed }, { by }) => {
			const before = await readSells(database)
			const ossNumber = typed ?? before.ossNumber
			if (before.area === area && before.ossNumber === ossNumber) return { will: [] }
			if (area === 'eu-by-oss' && ossNumber === null)
				throw new DecisionError('Type your number at the EU’s one-stop shop.')
			return {
				will: [
					will[area],
					'The pages of paid guides, the payment page and the terms say so within about ten seconds. Payment pages that are open already stay open.',
					...(area === 'eu-by-stripe'
						? [
								'Stripe must have accepted you for Managed Payments, and list the tax code of each product as eligible. Otherwise it refuses these checkouts, and Needs you says so.',
								'A buyer with a billing address in the EU who hasn’t said so goes on hold: you refund the payment, or deliver it with a reason. They are told, and can cancel.',
							]
						: area === 'eu-by-oss'
							? [
									`EU receipts name the country, its rate and your number ${ossNumber}. Register for no EU country in Stripe Tax: the shop calculates this VAT itself.`,
									'Each quarter’s return is yours to file within a month of its end, even if nothing was sold. Ask an accountant whether your guides are taxed at the standard rate, and what is due outside the EU.',
								]
							: [
									'A payment whose billing address is elsewhere goes on hold: you refund it, or deliver it with a reason. Its buyer is told, and can cancel.',
								]),
					comparesCards(area)
						? 'A payment goes on hold too if the country of its address isn’t known, or its card is from a country with other VAT.'
						: 'A payment goes on hold too if the country of its address isn’t known.',
					'Purchases that were made before stay as they are.',
				],
				basis: [before.area, before.ossNumber],
				execute: async (tx) => {
					await lockDocuments(tx)
					const now = await readSells(tx)
					if (now.area !== before.area || now.ossNumber !== before.ossNumber) throw new PlanChanged()
					const { at } = await one(tx, sql`select now() as at`, z.object({ at: z.date() }))
					await decideDocument(
						tx,
						{ kind: 'site', id: 'site' },
						{
							by,
							change: 'decided where the shop sells',
							decided: {
								sells: {
									to: area,
									by,
									at: at.toISOString(),
									...(ossNumber === null ? {} : { oss: ossNumber }),
								},
							},
						},
					)
					return {
						before: { area: before.area, oss_number: before.ossNumber },
						after: { area, oss_number: ossNumber },
					}
				},
			}
		},
	}),
}
