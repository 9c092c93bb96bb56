import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { reads } from './declare.ts'

const detailsSchema = z.record(z.string(), z.unknown())

export const logApi = {
	log: reads(
		{
			/** The name under which the log lists who acted. */
			by: z.string().max(255).optional(),
			/** A customer's whole address, the number of a receipt, or an id. */
			customer: z.string().max(255).optional(),
			/** Lists the rows after this place: `next` of the previous page. */
			after: z.string().max(100).optional(),
		},
		z.object({
			rows: z.array(
				z.object({
					id: z.uuid(),
					at: instant,
					/** The name of the operation. */
					act: z.string(),
					/** What the log says of it. */
					words: z.string(),
					by: z.string(),
					reason: z.string().nullable(),
					/** The customer concerned; the name is null if the account has been deleted since. */
					customer: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
					purchase: z
						.object({ id: z.uuid(), product: z.string(), receipt: z.string().nullable() })
						.nullable(),
					/** The title of the product that was changed. */
					product: z.string().nullable(),
					details: detailsSchema,
					before: detailsSchema.nullable(),
					after: detailsSchema.nullable(),
				}),
			),
			next: z.string().nullable(),
			/** Everybody who has acted, as choices for the filter. */
			names: z.array(z.string()),
		}),
	),
	refusals: reads(
		{
			/** Lists the rows after this place: `next` of the previous page. */
			after: z.string().max(100).optional(),
		},
		z.object({
			rows: z.array(
				z.object({
					id: z.uuid(),
					/** Signing in to the shop or to the admin, or an operation of the admin. */
					place: z.enum(['shop', 'admin', 'act']),
					/** The way in, or the name of the operation. */
					what: z.string(),
					/** What the log says of the operation; null for signing in. */
					words: z.string().nullable(),
					code: z.string(),
					/** Null if nobody has such an account. */
					account: z.object({ id: z.uuid(), name: z.string(), is_member: z.boolean() }).nullable(),
					/** Null if there were too many networks to keep each. */
					network: z.string().nullable(),
					count: z.int(),
					first_at: instant,
					last_at: instant,
				}),
			),
			next: z.string().nullable(),
		}),
	),
}
