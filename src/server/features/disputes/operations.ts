import { reading } from '#server/admin-api/operation.ts'
import { homeApi } from '#shared/admin/home.ts'
import { disputeActs, findDispute } from './answer-dispute.ts'
import { describeSale } from './describe-sale.ts'

export const disputeOperations = {
	dispute: reading(homeApi.dispute, {
		does: 'shows a dispute with the saved draft of the answer, or with a first draft written from the shop’s records',
		roles: ['owner', 'helper'],
		read: async (admin, { dispute: id }) => {
			const { product_name, stage, amount_pence, answer_by, sent_at, text, saved_at, saved_by } =
				await findDispute(admin, id)
			return {
				product: product_name,
				stage,
				amount_pence,
				is_draft: text !== null,
				answer_by,
				sent_at,
				saved_at,
				saved_by,
				text: text ?? (await describeSale(admin, id)),
			}
		},
	}),
	...disputeActs,
}
