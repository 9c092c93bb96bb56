import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { requireNotOwn } from '#server/admin-api/require-member.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { DecisionError, PlanChanged } from '#server/shop/plan.ts'
import { homeApi } from '#shared/admin/home.ts'
import { momentOf } from '#shared/dates.ts'
import { sendAnswerJob, sendDataAnswerJob } from './jobs.ts'

const rowSchema = z.object({
	/** Null if it is about their data. */
	purchase_id: z.uuid().nullable(),
	product_name: z.string().nullable(),
	user_id: z.uuid().nullable(),
	email: z.string().nullable(),
	answered_at: z.date().nullable(),
	answered_by: z.string().nullable(),
})

export const requestActs = {
	'answer-request': defineAct(homeApi['answer-request'], {
		does: 'answers a buyer who has written about a purchase or their data, by email',
		log: 'Answered a buyer',
		roles: ['owner', 'helper'],
		plan: async ({ database, clock }, { request, text }, { by, member }) => {
			const row = await maybeOne(
				database,
				sql`
				select q.purchase_id, p.product_name, q.user_id, coalesce(u.email, q.email) as email, q.answered_at, q.answered_by
				from shop.requests q left join public.purchases p on p.id = q.purchase_id left join auth.users u on u.id = q.user_id
				where q.id = ${request}`,
				rowSchema,
			)
			if (row === undefined) throw new DecisionError('There is no such request.')
			requireNotOwn(row.user_id, member)
			if (row.answered_at !== null)
				throw new DecisionError(`${row.answered_by} has answered it on ${momentOf(row.answered_at)}.`)
			return {
				will: [
					row.email === null
						? 'Takes the request off the list. Nobody is emailed, because the account has been deleted.'
						: row.user_id === null
							? `Emails your answer to ${row.email}.`
							: `Emails your answer to ${row.email}, and shows it ${row.product_name === null ? '' : `with ${row.product_name} `}in their account.`,
				],
				execute: async (tx) => {
					const answered = await tx.execute(sql`
						update shop.requests set answer = ${text}, answered_by = ${by}, answered_at = ${clock.now()}
						where id = ${request} and answered_at is null`)
					if (answered === 0) throw new PlanChanged()
					await addJob(tx, row.purchase_id === null ? sendDataAnswerJob : sendAnswerJob, {
						requestId: request,
					})
					return {
						userId: row.user_id,
						...(row.purchase_id === null ? {} : { purchaseId: row.purchase_id }),
						details: { request },
					}
				},
			}
		},
	}),
}
