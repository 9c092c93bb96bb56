import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { reading } from '#server/admin-api/operation.ts'
import type { Member } from '#server/admin-api/require-member.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { salesApi } from '#shared/admin/sales.ts'

const viewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() })
type View = z.infer<typeof viewSchema>

const mostViews = 50

const roles = ['owner', 'helper', 'accountant'] as const

export const viewOperations = {
	'saved-views': reading(salesApi['saved-views'], {
		does: 'lists your views: the filters of the list of sales that you have saved under a name',
		roles,
		read: async (admin, _input, member) => ({ views: await viewsOf(admin, member) }),
	}),
	'save-view': defineAct(salesApi['save-view'], {
		does: 'saves a filter of the list of sales as a view, in place of the one with the same name',
		log: 'Saved a view of the sales',
		roles,
		plan: async (admin, { name, query }, { member }) => {
			const views = await viewsOf(admin, member)
			const former = views.find((view) => view.name === name)
			if (former === undefined && views.length >= mostViews)
				throw new DecisionError(`You have ${mostViews} views. Remove one first.`)
			return {
				will: [former === undefined ? `Saves the view “${name}”.` : `Replaces your view “${name}”.`],
				execute: async (tx) => {
					const view = await one(
						tx,
						sql`
						insert into shop.saved_views (staff_id, name, query) values (${member.id}, ${name}, ${query})
						on conflict (staff_id, name) do update set query = excluded.query
						returning id, name, query`,
						viewSchema,
					)
					return {
						answer: view,
						after: { name, query },
						...(former === undefined ? {} : { before: { name, query: former.query } }),
					}
				},
			}
		},
	}),
	'remove-view': defineAct(salesApi['remove-view'], {
		does: 'removes one of your views',
		log: 'Removed a view of the sales',
		roles,
		plan: async (admin, { id }, { member }) => {
			const view = (await viewsOf(admin, member)).find((one) => one.id === id)
			if (view === undefined) throw new DecisionError('You have no such view.')
			const { name, query } = view
			return {
				will: [`Removes the view “${name}”. No sale is changed.`],
				execute: async (tx) => {
					await tx.execute(sql`delete from shop.saved_views where id = ${id}`)
					return { answer: { name }, before: { name, query } }
				},
			}
		},
	}),
}

async function viewsOf({ database }: AdminDependencies, { id }: Member): Promise<View[]> {
	return await database.query(
		sql`select id, name, query from shop.saved_views where staff_id is not distinct from ${id} order by name limit 200`,
		viewSchema,
	)
}
