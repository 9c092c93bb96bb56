import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeSale } from '#server/features/disputes/describe-sale.ts'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, compareTwice, pauseEvents, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', sandbox: true, goods: true })
await pauseEvents(world)
const owner = await signedInMember(world, 'owner')

const openedSchema = z.array(z.looseObject({ guide: z.string() }))

/** Reads what each screen says about how the guides of one purchase have been opened. */
async function screens({ purchaseId, userId }: { purchaseId: string; userId: string }) {
	const bearer = await owner.takeStep()
	const sale = await readAdmin(world, `sale?id=${purchaseId}`, { bearer })
	const customer = await readAdmin(world, `customer?id=${userId}`, { bearer })
	const refund = await actAdmin(
		world,
		'refund',
		{ purchase: purchaseId, reason: 'they asked', preview: true },
		{ bearer },
	)
	return {
		sale: openedSchema.parse(sale.body.opened),
		customer: z.object({ purchases: z.tuple([z.object({ opened: openedSchema })]) }).parse(customer.body)
			.purchases[0].opened,
		refund: z.array(z.string()).parse(refund.body.will).slice(2),
		commandLine: (await runAdmin(adminContextOf(world), 'customer', userId)).join('\n'),
	}
}

async function download(userId: string, guide: string, file: string, automatic: boolean | null, at: string) {
	await world.database.query(sql`
		insert into public.downloads (user_id, catalogue_id, file_name, sha256, at, automatic)
		values (${userId}, ${guide}, ${file}, repeat('1', 64), ${at}, ${automatic})`)
}

test('a guide that only a page has downloaded is not opened; one that its buyer downloaded or read is', async () => {
	const sale = await sell(world)
	const guide = cv.productName
	const none = await screens(sale)
	expect(none.sale).toEqual([{ guide, opened: 0, opened_at: null, automatic: 0 }])
	expect(none.refund).toEqual([`${guide}: not downloaded or read yet.`])

	await download(sale.userId, '2', 'CV.zip', true, '2026-11-24T10:00:00Z')
	const automatic = await screens(sale)
	const unopened = 'not opened yet (the download only started by itself after the payment)'
	expect(automatic.sale).toEqual([{ guide, opened: 0, opened_at: null, automatic: 1 }])
	expect(automatic.customer).toEqual(automatic.sale)
	expect(automatic.refund).toEqual([`${guide}: ${unopened}.`])
	expect(automatic.commandLine).toMatch(
		/ {2}Opened:\n {4}Guide +Opened +Opened at +Automatic\n {4}CV Secrets No One Tells You +0 +– +1\n/,
	)

	await download(sale.userId, '2', 'CV-read-2026-01-02.json', null, '2026-11-24T10:20:00Z')
	await download(sale.userId, '2', 'CV-read.json', true, '2026-11-24T10:40:00Z')
	await download(sale.userId, '2', 'CV.zip', true, '2026-11-24T11:00:00Z')
	const read = await screens(sale)
	expect(read.sale).toEqual([{ guide, opened: 2, opened_at: '2026-11-24T10:40:00.000Z', automatic: 2 }])
	expect(read.customer).toEqual(read.sale)
	expect(read.refund).toEqual([`${guide}: downloaded or read twice, last 24 November 2026 at 10:40.`])
	expect(read.commandLine).toMatch(/CV Secrets No One Tells You +2 +24 November 2026 at 10:40 +2\n/)
})

test('each guide of a bundle is opened or not by itself', async () => {
	const bearer = await owner.takeStep()
	const made = await actAdmin(
		world,
		'make-bundle',
		{
			title: 'Job and money',
			sentence: 'Get the job, keep the money.',
			price_pence: 1699,
			guides: ['3', '2'],
		},
		{ bearer },
	)
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, {
		productName: 'Job and money',
		price: 16.99,
		stripeProductId: z.string().parse(made.body.id),
	})
	await pay(world, checkoutSessionId)
	await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	const [bought] = await world.database.query(
		sql`select id as "purchaseId", user_id as "userId" from public.purchases where stripe_session_id = ${checkoutSessionId}`,
		z.object({ purchaseId: z.uuid(), userId: z.uuid() }),
	)
	if (bought === undefined) throw new Error('nothing was bought')
	const { userId } = bought
	await download(userId, '3', 'Budget.zip', false, '2026-11-24T10:00:00Z')
	await download(userId, '2', 'CV.zip', true, '2026-11-24T10:00:00Z')
	const found = await screens(bought)
	expect(found.sale).toMatchObject([
		{ guide: cv.productName, opened: 0, automatic: 1 },
		{ guide: planner.productName, opened: 1, automatic: 0 },
	])
	expect(found.customer).toEqual(found.sale)
	expect(found.refund).toEqual([
		`${cv.productName}: not opened yet (the download only started by itself after the payment).`,
		`${planner.productName}: downloaded or read once, last 24 November 2026 at 10:00.`,
	])
	expect(found.commandLine).toMatch(new RegExp(`${planner.productName} +1 +24 November 2026 at 10:00 +0\n`))
})

test('a preview of a refund no longer holds once the buyer has opened the guide', async () => {
	const sale = await sell(world)
	const refund = async (more: object) =>
		await actAdmin(
			world,
			'refund',
			{ purchase: sale.purchaseId, reason: 'they have not opened it', ...more },
			{ bearer: await owner.takeStep() },
		)
	const { body } = await refund({ preview: true })
	await download(sale.userId, '2', 'CV.zip', true, '2026-11-24T10:00:00Z')
	await world.database.query(
		sql`update public.downloads set automatic = false where user_id = ${sale.userId}`,
	)
	expect(await refund({ plan: body.plan })).toMatchObject({ status: 409, body: { code: 'plan_changed' } })
})

test('a bank that disputes a sale is told which downloads started by themselves', async () => {
	const sale = await sell(world)
	await download(sale.userId, '2', 'CV.zip', true, '2026-11-24T10:00:00Z')
	await download(sale.userId, '2', 'CV-read.json', false, '2026-11-24T10:20:00Z')
	await download(sale.userId, '2', 'CV.zip', false, '2026-11-24T10:40:00Z')
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`)
	await compareTwice(world)
	const [dispute] = await world.database.query(
		sql`select id from shop.disputes where payment_intent_id = ${sale.paymentIntentId}`,
		z.object({ id: z.string() }),
	)
	expect(await describeSale(world, dispute?.id ?? '')).toContain(
		[
			'- 24 November 2026 at 10:00: CV.zip (started by itself after the payment)',
			'- 24 November 2026 at 10:20: CV-read.json (read online)',
			'- 24 November 2026 at 10:40: CV.zip',
		].join('\n'),
	)
})
