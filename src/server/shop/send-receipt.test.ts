import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publishDraft, saveDraft } from '#server/features/content/write-documents.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { handlePaymentEventJob } from '#server/shop/jobs.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { type PaidCheckout, paidCheckout, stripeCheckoutSession } from '#test/checkout.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

/** Stores the event of the payment, with the provider's times, and runs its job. */
async function hearOfPayment(checkout: PaidCheckout, change: object = {}): Promise<void> {
	const id = `evt_${randomUUID()}`
	const object = stripeCheckoutSession(checkout, {
		created: 1_893_495_600,
		expires_at: 1_893_499_200,
		consent: { terms_of_service: 'accepted' },
		...change,
	})
	const type = 'checkout.session.completed'
	await world.database.asServer(async (tx) => {
		await tx.execute(sql`
			insert into shop.payment_events (id, type, payload)
			values (${id}, ${type}, ${JSON.stringify({ id, type, created: 1_893_499_000, data: { object } })})`)
		await addJob(tx, handlePaymentEventJob, { eventId: id })
	})
	await world.runJobs()
}

const mailsTo = ({ userId }: PaidCheckout) =>
	world.mails.filter(({ to }) => to === `${userId}@student.test`).map(({ text }) => text)

const send = ({ purchaseId }: PaidCheckout) => world.runJob('send-receipt', { purchaseId })

test('a receipt shows the amount really paid, the date and the buyer’s consent', async () => {
	const checkout = await paidCheckout(world)
	await hearOfPayment(checkout, {
		amount_total: 749,
		total_details: { amount_discount: 750, amount_tax: 125 },
	})
	const [text, ...others] = mailsTo(checkout)
	expect(others).toEqual([])
	expect(text).toContain(
		'Price: £14.99\nDiscount: −£7.50\nPaid without VAT: £6.24\nVAT: £1.25\nPaid, once: £7.49',
	)
	expect(text).toContain('Paid on: 1 January 2030')
	expect(text).toContain('On 1 January 2030 at 11:56 you agreed: “I want my guide at once.”')
})

test('a receipt mentions no consent if the Checkout Session has none', async () => {
	const checkout = await paidCheckout(world)
	await hearOfPayment(checkout, { consent: null })
	expect(mailsTo(checkout)).toEqual([expect.not.stringContaining('you agreed')])
	const [receipt] = await world.database.query(sql`
		select consent_wording, consent_at from public.receipts where purchase_id = ${checkout.purchaseId}`)
	expect(receipt).toEqual({ consent_wording: null, consent_at: null })
})

test('a receipt is emailed once, however often the job runs', async () => {
	const checkout = await paidCheckout(world)
	await hearOfPayment(checkout)
	await send(checkout)
	expect(mailsTo(checkout)).toHaveLength(1)
})

test('a receipt greets the buyer by their first name, if that looks like a name', async () => {
	const checkout = await paidCheckout(world)
	const greet = async (name: string) => {
		await world.database.query(sql`
			update auth.users set raw_user_meta_data = ${JSON.stringify({ display_name: name })}::jsonb where id = ${checkout.userId}`)
		await world.database.query(sql`update public.receipts set mailed_at = null`)
		await send(checkout)
		const mail = world.mails.at(-1)
		return `${mail?.subject}${mail?.html}${mail?.text}`
	}
	await hearOfPayment(checkout)
	expect(await greet('Priya Natarajan')).toContain('Hello Priya,')
	expect(await greet('http://evil.example')).not.toContain('evil')
})

test('the owner can name a purchase by the number of its receipt', async () => {
	const checkout = await paidCheckout(world)
	await hearOfPayment(checkout)
	const [receipt] = await world.database.query(
		sql`select number from public.receipts where purchase_id = ${checkout.purchaseId}`,
		z.object({ number: z.string() }),
	)
	const before = mailsTo(checkout).length
	await runAdmin(adminContextOf(world), 'resend-receipt', receipt?.number.toLowerCase() ?? '')
	await world.runJobs()
	expect(mailsTo(checkout)).toHaveLength(before + 1)
	await expect(runAdmin(adminContextOf(world), 'resend-receipt', 'HS-999999')).rejects.toThrow(
		'Give the id of the purchase',
	)
})

test('a buyer who has since deleted their account gets no receipt, and the job succeeds', async () => {
	const checkout = await paidCheckout(world)
	await hearOfPayment(checkout)
	await world.database.query(sql`update public.receipts set mailed_at = null`)
	await world.database.query(sql`delete from auth.users where id = ${checkout.userId}`)
	const before = world.mails.length
	await send(checkout)
	expect(world.mails).toHaveLength(before)
	const [kept] = await world.database.query(
		sql`select user_id, amount_pence from public.receipts where purchase_id = ${checkout.purchaseId}`,
	)
	expect(kept).toEqual({ user_id: null, amount_pence: 1499 })
})

/** Publishes the terms with these first sentences, and dates that. */
async function publishTerms(intro: string, at: string): Promise<void> {
	await world.database.asServer(async (tx) => {
		const { version, published } = await one(
			tx,
			sql`select version, published from shop.documents where kind = 'page' and id = 'terms'`,
			z.object({ version: z.int(), published: z.record(z.string(), z.unknown()) }),
		)
		const name = { kind: 'page', id: 'terms' } as const
		const content = { ...published, intro }
		const saved = await saveDraft(tx, name, { by: 'owner@shop.test', version, content })
		await publishDraft(tx, name, { by: 'owner@shop.test', version: saved, claims: [] })
	})
	await runAsSuperuser(
		world,
		`update shop.document_versions set at = '${at}' where id = 'terms' and content ->> 'intro' = '${intro}'`,
	)
}

test('a receipt has the terms of the day of the sale with it, also when it is sent again', async () => {
	await publishTerms('The terms of New Year.', '2029-12-31T12:00:00Z')
	await publishTerms('The terms of later.', '2030-01-02T12:00:00Z')
	const checkout = await paidCheckout(world)
	await hearOfPayment(checkout)
	await world.database.query(sql`update public.receipts set mailed_at = null`)
	await send(checkout)
	const [first, again] = world.mails.filter(({ to }) => to === `${checkout.userId}@student.test`)
	const [terms] = first?.files ?? []
	expect(terms?.name).toBe('Terms of 1 January 2030.txt')
	expect(terms?.text).toMatch(/^TERMS\n\nLast changed on .*\n\nThe terms of New Year\.\n\n/)
	expect(terms?.text).toContain('Sample Guides (a test shop)\n1 Sample Street')
	expect(terms?.text).toContain('your guides (http')
	expect(terms?.text).toContain('\n\n\nREFUNDS\n')
	expect(again?.files).toEqual(first?.files)
})
