import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies, SampleMessage } from '#server/admin-api/dependencies.ts'
import { reading, showMail } from '#server/admin-api/operation.ts'
import { requireMailbox } from '#server/admin-api/require-member.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { sendTestMessageJob } from '#server/shop/jobs.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { messagesApi } from '#shared/admin/messages.ts'
import { messageNotFound } from './errors.ts'

const roles = ['owner', 'helper'] as const
/** The recipient in the examples, unless they are really sent. */
const exampleAddress = 'priya.natarajan@student.example'

export const messageReads = {
	messages: reading(messagesApi.messages, {
		does: 'lists every email that the shop sends',
		roles,
		read: async ({ sampleEmails }) => ({
			rows: (await sampleEmails(exampleAddress)).map(({ name, group, mail: { subject } }) => ({
				name,
				group,
				subject,
				fixed: whyFixed({ name, group }),
			})),
		}),
	}),
	message: reading(messagesApi.message, {
		does: 'shows an example of an email, as HTML and as text',
		roles,
		read: async (admin, sent) => {
			const { name, group, mail } = await sampleOf(admin, sent, exampleAddress)
			return { name, group, fixed: whyFixed({ name, group }), ...(await showMail(admin, mail)) }
		},
	}),
}

export const sendTestMessage = defineAct(messagesApi['send-test-message'], {
	does: 'emails an example to the member’s own address',
	log: 'Sent themselves a test email',
	roles,
	plan: async (admin, sent, { by, member }) => {
		const { id } = member
		requireMailbox(id)
		const { name, words } = sent
		const { mail } = await sampleOf(admin, sent, by)
		return {
			will: [
				`Emails “Test: ${mail.subject}” to ${by}, and to nobody else. Names, amounts and links in it are made up.`,
			],
			executeInSteps: async (recorded) => {
				await admin.rateLimits.consume('testMessage', id)
				return await recorded(async (tx, actId) => {
					await addJob(tx, sendTestMessageJob, { name, words, actId })
					return { answer: null, details: { name, words } }
				})
			},
		}
	},
})

/** Says why the words of an email can't be changed; null if they can. */
function whyFixed({ name, group }: Pick<SampleMessage, 'name' | 'group'>): string | null {
	if (name in standardMailTexts) return null
	return group === 'Receipts'
		? 'Tax law decides what a receipt says, and the law of consumers what the buyer has agreed to. So its words can’t be changed.'
		: 'Only you and your members receive it, so its words come with the shop.'
}

async function sampleOf(
	{ sampleEmails }: AdminDependencies,
	{ name, words }: Parsed<'message'>,
	to: string,
): Promise<SampleMessage> {
	const sample = (await sampleEmails(to, { ofDraft: words === 'draft' })).find((each) => each.name === name)
	if (sample === undefined) throw messageNotFound()
	return sample
}
