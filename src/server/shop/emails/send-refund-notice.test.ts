import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { sql } from '#server/platform/db/sql.ts'
import { moneyNoticeMail } from '#server/shop/emails/send-refund-notice.ts'
import { namedMailTexts } from '#shared/content/email-words.ts'
import { moneyNotices } from '#shared/mail-texts.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { atTheProvider, audit, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})
afterEach(async () => {
	expect(await audit(world)).toEqual([])
})

const admin = (...argv: string[]) => runAdmin(adminContextOf(world), ...argv)

/** Compares the records with the provider, and runs every job that this enqueues. */
async function compare(): Promise<void> {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
}

/** The emails about refunds and disputes that a buyer has received, oldest first. */
async function noticesTo({ userId }: Pick<Sale, 'userId'>) {
	const [row] = await world.database.query(
		sql`select email from auth.users where id = ${userId}`,
		z.object({ email: z.string() }),
	)
	return world.mails.filter(({ to, messageId }) =>
		moneyNotices.some((notice) => to === row?.email && messageId.startsWith(`<${notice}-`)),
	)
}

async function disputeOf({ paymentIntentId }: Sale): Promise<string> {
	const payment = await world.payments.getPayment(paymentIntentId)
	return payment?.disputes[0]?.id ?? ''
}

test('a refund sends its buyer one email with the amount, the date and what happens to the guide', async () => {
	const sale = await sell(world)
	await admin('refund', sale.purchaseId)
	await world.runJobs()
	await compare()
	const [notice, ...others] = await noticesTo(sale)
	expect(others).toEqual([])
	expect(notice?.subject).toBe('Your refund: CV Secrets No One Tells You')
	for (const part of [notice?.text, notice?.html]) {
		expect(part).toMatch(/On \d+ \w+ \d{4} we refunded £14\.99 for CV Secrets No One Tells You\./)
		expect(part).toContain('The guide is no longer in your account')
		expect(part).toMatch(/\/account\/guides#receipt-HS-\d{6}/)
	}
})

test('after a partial refund the buyer keeps the guide, and the email says so', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount: '500' })
	await compare()
	const [notice] = await noticesTo(sale)
	expect(notice?.text).toContain('we refunded £5.00 of what you paid')
	expect(notice?.text).toContain('The guide stays yours.')
})

/** Makes the buyer of a sale pay a second time at the provider, and reports that payment to the shop. */
async function payAgain(sale: Sale): Promise<Sale> {
	const setTo = (status: string) =>
		world.database.query(sql`update public.purchases set status = ${status} where id = ${sale.purchaseId}`)
	// If the first purchase counted as owned, the shop would refuse to open a second checkout.
	await setTo('disputed')
	const checkoutSessionId = await openCheckout(sale.client, cv)
	await setTo('completed')
	await pay(world, checkoutSessionId)
	await sale.client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	const { data } = await sale.client
		.from('purchases')
		.select('id')
		.eq('stripe_session_id', checkoutSessionId)
		.single()
	const checkoutSession = await world.payments.getCheckout(checkoutSessionId)
	return {
		...sale,
		checkoutSessionId,
		purchaseId: String(data?.id),
		paymentIntentId: checkoutSession?.paymentIntentId ?? '',
	}
}

test('the email about a refunded second payment says that the buyer paid twice', async () => {
	const sale = await sell(world)
	await payAgain(sale)
	await world.runJobs()
	const notices = await noticesTo(sale)
	expect(notices.map(({ text }) => text)).toEqual([
		expect.stringMatching(
			/You paid twice for CV Secrets.*we refunded one payment, £14\.99\..*The guide stays yours/s,
		),
	])
})

test('the email about a second payment that the bank has returned says that the buyer paid twice', async () => {
	const sale = await sell(world)
	const second = await payAgain(sale)
	await atTheProvider(world, `checkout-sessions/${second.checkoutSessionId}/dispute`)
	await atTheProvider(world, `disputes/${await disputeOf(second)}/close`, { status: 'lost' })
	await compare()
	const notices = await noticesTo(sale)
	expect(notices.map(({ text }) => text)).toEqual([
		expect.stringMatching(
			/You paid twice for CV Secrets.*your bank has given £14\.99 back.*The guide stays yours/s,
		),
	])
})

test('recording a refund made outside the provider sends an email too', async () => {
	const sale = await sell(world)
	await admin('record-refund', sale.purchaseId, '--reason', 'bank transfer')
	await world.runJobs()
	const notices = await noticesTo(sale)
	expect(notices.map(({ text }) => text)).toEqual([
		expect.stringContaining('we paid you back £14.99 for CV Secrets No One Tells You by means other than'),
	])
	expect(notices[0]?.text).not.toContain('Ada')
})

test('a lost dispute sends an email, and winning it on appeal sends another', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`)
	await compare()
	expect(await noticesTo(sale)).toEqual([])
	const dispute = await disputeOf(sale)
	await atTheProvider(world, `disputes/${dispute}/close`, { status: 'lost' })
	await compare()
	await compare()
	await atTheProvider(world, `disputes/${dispute}/appeal`)
	await compare()
	const subjects = async () => (await noticesTo(sale)).map(({ subject }) => subject)
	expect(await subjects()).toEqual(['Your bank has given you back £14.99'])
	await atTheProvider(world, `disputes/${dispute}/close`, { status: 'won' })
	await compare()
	await compare()
	expect(await subjects()).toEqual([
		'Your bank has given you back £14.99',
		'Your bank has changed its decision: CV Secrets No One Tells You',
	])
})

test('a buyer who was told about a refund is told again if the refund fails', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`)
	await compare()
	const [refund] = (await world.payments.getPayment(sale.paymentIntentId))?.refunds ?? []
	await atTheProvider(world, `refunds/${refund?.id}/fail`)
	await compare()
	await compare()
	const notices = await noticesTo(sale)
	expect(notices.map(({ subject }) => subject)).toEqual([
		'Your refund: CV Secrets No One Tells You',
		'Your refund didn’t arrive: CV Secrets No One Tells You',
	])
	expect(notices[1]?.text).toContain('You have the guide in your account.')
})

test('a receipt that is sent again lists the refunds that stand, and none that has failed', async () => {
	const sale = await sell(world)
	const refundPart = async (amount: string) =>
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount })
	await refundPart('500')
	await compare()
	const [failing] = (await world.payments.getPayment(sale.paymentIntentId))?.refunds ?? []
	await refundPart('300')
	await atTheProvider(world, `refunds/${failing?.id}/fail`)
	await compare()
	await admin('resend-receipt', sale.purchaseId)
	await world.runJobs()
	const receipt = world.mails.findLast(({ subject }) => subject.startsWith('Your receipt: '))
	expect(receipt?.text.match(/Refunded on .*/g)).toEqual([expect.stringContaining('£3.00')])
})

test('a refund that fails before its email is sent causes no email', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`)
	await world.runJob('compare-with-provider', {})
	const [refund] = (await world.payments.getPayment(sale.paymentIntentId))?.refunds ?? []
	await atTheProvider(world, `refunds/${refund?.id}/fail`)
	await world.runJob('settle-payment', sale)
	await world.runJobs()
	expect(await noticesTo(sale)).toEqual([])
})

test('a refund that is found more than a week later causes no email', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`)
	world.clock.advance(8 * 24 * 3600)
	await compare()
	world.clock.advance(-8 * 24 * 3600)
	expect(await noticesTo(sale)).toEqual([])
	const { data } = await sale.client.from('refunds').select('kind, amount, stands')
	expect(data).toEqual([{ kind: 'refund', amount: 14.99, stands: true }])
})

test('a buyer who has deleted their account gets no email, and the job succeeds', async () => {
	const sale = await sell(world)
	const before = world.mails.length
	await world.database.query(sql`delete from auth.users where id = ${sale.userId}`)
	await admin('refund', sale.purchaseId)
	await world.runJobs()
	expect(world.mails).toHaveLength(before)
	expect(await world.database.query(sql`select from graphile_worker.jobs`)).toEqual([])
})

test('only the buyer can read a refund', async () => {
	const [sale, other] = [await sell(world), await sell(world)]
	await admin('refund', sale.purchaseId)
	await world.runJobs()
	expect((await sale.client.from('refunds').select('purchase_id')).data).toEqual([
		{ purchase_id: sale.purchaseId },
	])
	expect((await other.client.from('refunds').select('purchase_id')).data).toEqual([])
})

test.each(moneyNotices)(
	'the email %s has the same content in HTML and in plain text, and the owner can replace its texts',
	(notice) => {
		const options = {
			notice,
			refundId: 're_1',
			to: 'ada@student.test',
			product: undefined,
			productName: 'CV <Secrets>',
			amountPence: 1499,
			at: new Date('2030-06-30T23:30:00Z'),
			receipt: 'HS-000042',
			siteUrl: 'https://shop.test',
			texts: namedMailTexts(standardMailTexts, 'Headstart'),
		}
		const mail = moneyNoticeMail(options)
		const readable = mail.html
			.replace(/<[^>]+>/g, ' ')
			.replaceAll('&lt;', '<')
			.replaceAll('&gt;', '>')
		for (const text of [mail.text, readable]) {
			expect(text).toContain('CV <Secrets>')
			expect(text).toContain('£14.99')
			expect(text).toContain('ada@student.test')
			expect(text).not.toMatch(/\{\w+\}/)
		}
		expect(mail.html).toContain('CV &lt;Secrets&gt;')
		const texts = {
			...options.texts,
			[notice]: { ...standardMailTexts[notice], next: 'Ours: {amount}.' },
		}
		expect(moneyNoticeMail({ ...options, texts }).text).toContain('Ours: £14.99.')
		const ofBundle = moneyNoticeMail({ ...options, guides: ['First guide', 'Second guide'] })
		expect(ofBundle.text).toContain('CV <Secrets>\nFirst guide\nSecond guide\nReceipt HS-000042')
		expect(ofBundle.text).not.toMatch(/[Tt]h(e|is) guide\b/)
	},
)
