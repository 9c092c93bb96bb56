import type { AdminDependencies, SampleMessage } from '#server/admin-api/dependencies.ts'
import { acting, reading, showMail } from '#server/admin-api/operation.ts'
import { requireMailbox } from '#server/admin-api/require-member.ts'
import { AppError } from '#server/platform/app-error.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { sendTestMessageJob } from '#server/shop/jobs.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { messagesApi } from '#shared/admin/messages.ts'

const roles = ['owner', 'helper'] as const
/** The recipient in the examples, unless they are really sent. */
const exampleAddress = 'priya.natarajan@student.example'

export const messages = reading(messagesApi.messages, {
	does: 'lists every email that the shop sends',
	roles,
	read: async ({ sampleEmails }) => ({
		rows: sampleEmails(exampleAddress).map(({ name, group, mail }) => ({
			name,
			group,
			subject: mail.subject,
		})),
	}),
})

export const message = reading(messagesApi.message, {
	does: 'shows an example of an email, as HTML and as text',
	roles,
	read: async (admin, { name }) => {
		const { group, mail } = sampleOf(admin, name, exampleAddress)
		return { name, group, ...(await showMail(mail)) }
	},
})

export const sendTestMessage = acting(messagesApi['send-test-message'], {
	does: 'emails an example to the member’s own address',
	roles,
	plan: async (admin, { name }, decided, { id, name: address }) => {
		requireMailbox(id)
		const { mail } = sampleOf(admin, name, address)
		return {
			will: [
				`Emails “Test: ${mail.subject}” to ${address}, and to nobody else. Names, amounts and links in it are made up.`,
			],
			act: async () => {
				await admin.rateLimits.consume('testMessage', id)
				await admin.database.asServer(async (tx) => {
					const actId = await recordAct(tx, { ...decided, command: 'send-test-message', details: { name } })
					await addJob(tx, sendTestMessageJob, { name, actId })
				})
				return null
			},
		}
	},
})

function sampleOf({ sampleEmails }: AdminDependencies, name: string, to: string): SampleMessage {
	const sample = sampleEmails(to).find((each) => each.name === name)
	if (sample === undefined) throw new AppError('not_found', 404, 'The shop sends no such email.')
	return sample
}
