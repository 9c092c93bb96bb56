import { acting, reading } from '#server/admin-api/operation.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { homeApi } from '#shared/admin/home.ts'
import { findDispute, planKeepAnswer, planSendAnswer } from './answer-dispute.ts'
import { describeSale } from './describe-sale.ts'

export const showDispute = reading(homeApi.dispute, {
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
})

export const keepAnswer = acting(homeApi['keep-answer'], {
	does: 'saves a draft of the answer to a dispute',
	roles: ['owner', 'helper'],
	plan: async (admin, sent, decided) => await planKeepAnswer(admin, answerOf(sent), decided),
})

export const sendAnswer = acting(homeApi['send-answer'], {
	does: 'sends the bank the answer to a dispute, which can be done only once',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, sent, decided) => await planSendAnswer(admin, answerOf(sent), decided),
})

function answerOf({ dispute, text, over }: Parsed<'keep-answer'>) {
	return { disputeId: dispute, text, over: over === null ? null : new Date(over) }
}
