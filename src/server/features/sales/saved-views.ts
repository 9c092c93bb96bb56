import { z } from 'zod'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { acting, reading } from '#server/admin-api/operation.ts'
import type { Member } from '#server/admin-api/require-member.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { salesApi } from '#shared/admin/sales.ts'

const viewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() })
type View = z.infer<typeof viewSchema>

const mostViews = 50

export const savedViews = reading(salesApi['saved-views'], {
	does: 'lists your views: the filters of the list of sales that you have saved under a name',
	roles: ['owner', 'helper', 'accountant'],
	read: async (admin, _input, member) => ({ views: await viewsOf(admin, member) }),
})

export const saveView = acting(salesApi['save-view'], {
	does: 'saves a filter of the list of sales as a view, in place of the one with the same name',
	roles: ['owner', 'helper', 'accountant'],
	plan: async (admin, { name, query }, decided, member) => {
		const views = await viewsOf(admin, member)
		const former = views.find((view) => view.name === name)
		if (former === undefined && views.length >= mostViews)
			throw new DecisionError(`You have ${mostViews} views. Remove one first.`)
		return {
			will: [former === undefined ? `Saves the view “${name}”.` : `Replaces your view “${name}”.`],
			act: async () =>
				await admin.database.asServer(async (tx) => {
					const view = await one(
						tx,
						sql`
						insert into shop.saved_views (staff_id, name, query) values (${member.id}, ${name}, ${query})
						on conflict (staff_id, name) do update set query = excluded.query
						returning id, name, query`,
						viewSchema,
					)
					await recordAct(tx, {
						command: 'save-view',
						...decided,
						after: { name, query },
						...(former === undefined ? {} : { before: { name, query: former.query } }),
					})
					return view
				}),
		}
	},
})

export const removeView = acting(salesApi['remove-view'], {
	does: 'removes one of your views',
	roles: ['owner', 'helper', 'accountant'],
	plan: async (admin, { id }, decided, member) => {
		const view = (await viewsOf(admin, member)).find((one) => one.id === id)
		if (view === undefined) throw new DecisionError('You have no such view.')
		return {
			will: [`Removes the view “${view.name}”. No sale is changed.`],
			act: async () =>
				await admin.database.asServer(async (tx) => {
					await tx.execute(sql`delete from shop.saved_views where id = ${id}`)
					await recordAct(tx, {
						command: 'remove-view',
						...decided,
						before: { name: view.name, query: view.query },
					})
					return { name: view.name }
				}),
		}
	},
})

async function viewsOf({ database }: AdminDependencies, { id }: Member): Promise<View[]> {
	return await database.query(
		sql`select id, name, query from shop.saved_views where staff_id is not distinct from ${id} order by name limit 200`,
		viewSchema,
	)
}
