import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createSmtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { MailRefused } from '#server/shop/emails/mailer.ts'
import { sendReceiptJob } from '#server/shop/jobs.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { anonymousClient } from '#test/clients.ts'
import { startMailServer } from '#test/mail-server.ts'
import { createWorld, useWorld } from '#test/world.ts'

const purchaseId = '11111111-1111-4111-8111-111111111111'

const world = await useWorld()

const failed = (error: unknown, attempt: number) =>
	world.failures.giveUp({ job: 'send-receipt', payload: { purchaseId }, attempt, error })

const refusedMails = async () => await runAdmin(adminContextOf(world), 'refused-mails')

test('an email is retried for as long as the mail server is unreachable', async () => {
	for (const attempt of [1, 6, 24]) expect(await failed(new Error('ECONNREFUSED'), attempt)).toBe(false)
	expect(await refusedMails()).toEqual(['None.'])
})

test('an email that is refused for good is listed after the first refusal and given up after the sixth', async () => {
	const refusal = new MailRefused('the mail server did not accept it: EENVELOPE 550 RCPT TO')
	const line = (end: string) =>
		expect.arrayContaining([
			'Job: send-receipt',
			`Reference: ${purchaseId}`,
			expect.stringMatching(new RegExp(`^Reason: the mail server did not accept it: .*550.* \\(${end}\\)$`)),
		])
	expect(await failed(refusal, 1)).toBe(false)
	expect(await refusedMails()).toEqual(line('attempt 1 of 6'))
	expect(await failed(refusal, 5)).toBe(false)
	for (const attempt of [6, 7]) expect(await failed(refusal, attempt)).toBe(true)
	expect(await refusedMails()).toEqual(line('given up'))
})

test('an email that the mail server later accepts is no longer listed', async () => {
	let isRefusing = true
	const server = await startMailServer(() =>
		isRefusing ? { command: 'RCPT TO', responseCode: 550, words: 'no such mailbox' } : undefined,
	)
	onTestFinished(server.stop)
	const shop = await createWorld({
		mailer: createSmtpMailer({
			smtpUrl: server.url,
			from: { name: '', address: 'shop@shop.test' },
			replyTo: 'help@shop.test',
		}),
	})
	onTestFinished(() => shop.close())
	const listed = async () => await runAdmin(adminContextOf(shop), 'refused-mails')
	const { error } = await anonymousClient(shop).auth.signUp({
		email: 'a@student.test',
		password: 'quiet-harbour-42',
	})
	expect(error).toBeNull()
	await shop.runJobs()
	expect((await listed()).join('\n')).toMatch(/send-one-time-token\n.*\n.* 550 .*\(attempt 1 of 6\)$/)
	isRefusing = false
	await shop.database.query(
		sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`,
	)
	await shop.runJobs()
	expect(await listed()).toEqual(['None.'])
})

test('an email’s job is retried for long enough to survive a two-hour outage of the mail server', async () => {
	await world.database.asServer((tx) => addJob(tx, sendReceiptJob, { purchaseId }))
	const [job] = await world.database.query(
		sql`select max_attempts from graphile_worker.jobs where task_identifier = 'send-receipt'`,
		z.object({ max_attempts: z.number() }),
	)
	// The queue waits e^attempt seconds after each failed attempt, at most e^10.
	const seconds = Array.from({ length: (job?.max_attempts ?? 0) - 1 }, (_, index) =>
		Math.exp(Math.min(10, index + 1)),
	)
	const total = seconds.reduce((sum, wait) => sum + wait, 0)
	expect(total).toBeGreaterThan(24 * 3600)
	// If the mail server is back after two hours, the next retry is at most four hours later.
	let at = 0
	const next = seconds.map((wait) => (at += wait)).find((moment) => moment > 7200) ?? Number.POSITIVE_INFINITY
	expect(next).toBeLessThan(6 * 3600)
})
