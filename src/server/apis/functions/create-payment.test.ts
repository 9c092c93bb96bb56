import { FunctionsHttpError } from '@supabase/supabase-js'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { offerOf, productForSale } from '#server/apis/functions/create-payment.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { quarantinedPayments } from '#server/shop/live-site.ts'
import { cv, openCheckout, pay, setSwitches } from '#test/checkout.ts'
import { serviceRoleClient, signedInClient } from '#test/clients.ts'
import { pauseEvents } from '#test/money-ledger.ts'
import { waitingForALock } from '#test/waiting-for-a-lock.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

// Leaves the other switches as they are, because resetting them would bring the rate limit back.
afterEach(async () => await setSwitches(world, { operations: [], events: { paused: false } }))

type Client = Awaited<ReturnType<typeof signedInClient>>

/**
 * Makes the provider's next operation of this name fail, with all its retries. A broken connection needs eight faults for that,
 * because there are four attempts, and the SDK repeats each once.
 */
async function breakCall(
	operation: string,
	fault: 'answer-500' | 'act-then-500' | 'answer-nonsense' | 'cut-before' | 'cut-after',
): Promise<void> {
	const next = fault.startsWith('cut') ? 8 : 1
	await setSwitches(world, { operations: [{ operation, fault, next }] })
}

async function refusalOf(client: Client): Promise<{ status: number; body: unknown }> {
	const { error } = await client.functions.invoke('create-payment', { body: cv })
	if (!(error instanceof FunctionsHttpError)) throw new Error(`not refused: ${String(error)}`)
	const response: Response = error.context
	return { status: response.status, body: await response.json() }
}

const unavailable = { status: 503, body: { code: 'payment_provider_unavailable' } }

const checkoutSessionSchema = z.object({
	id: z.string(),
	status: z.string(),
	amount_total: z.number(),
	payment_intent: z.string().nullable(),
})

async function atProvider<T>(path: string, schema: z.ZodType<T>): Promise<T> {
	const response = await fetch(`${world.sandboxUrl}/v1/${path}`, {
		headers: { authorization: `Bearer ${world.keys.sandboxSecretKey}` },
	})
	return schema.parse(await response.json())
}

const checkoutSessionAtProvider = (id: string) => atProvider(`checkout/sessions/${id}`, checkoutSessionSchema)

/** Returns the number of the attempt that opened a Checkout Session. */
async function attemptOf(checkoutSessionId: string): Promise<unknown> {
	const [checkout] = await world.database.query(
		sql`select attempt from shop.checkouts where session_id = ${checkoutSessionId}`,
	)
	return checkout
}

async function purchasesOf(client: Client): Promise<unknown[]> {
	const { data } = await client.from('purchases').select('status').order('created_at')
	return (data ?? []).map(({ status }) => status)
}

test('if the provider’s response is lost, the next click gets the same Checkout Session', async () => {
	const client = await signedInClient(world)
	const before = (
		await atProvider('checkout/sessions?limit=100', z.object({ data: z.array(checkoutSessionSchema) }))
	).data
	await breakCall('checkout.sessions.create', 'cut-after')
	expect(await refusalOf(client)).toMatchObject(unavailable)
	world.clock.advance(3)
	const checkoutSessionId = await openCheckout(client, cv)
	const after = (
		await atProvider('checkout/sessions?limit=100', z.object({ data: z.array(checkoutSessionSchema) }))
	).data
	expect(after.map(({ id }) => id).filter((id) => !before.some((earlier) => earlier.id === id))).toEqual([
		checkoutSessionId,
	])
	expect(await purchasesOf(client)).toEqual(['pending'])
})

test('if the provider’s response is unreadable, the next click gets the same Checkout Session', async () => {
	const client = await signedInClient(world)
	await breakCall('checkout.sessions.create', 'answer-nonsense')
	expect(await refusalOf(client)).toMatchObject(unavailable)
	const checkoutSessionId = await openCheckout(client, cv)
	expect(await attemptOf(checkoutSessionId)).toEqual({ attempt: 1 })
})

test('after a 500 the buyer gets the Checkout Session immediately if Stripe created it', async () => {
	const client = await signedInClient(world)
	await breakCall('checkout.sessions.create', 'act-then-500')
	const checkoutSessionId = await openCheckout(client, cv)
	expect(await attemptOf(checkoutSessionId)).toEqual({ attempt: 1 })
})

test('if Stripe’s list fails too after a 500, the next click finds the Checkout Session', async () => {
	const client = await signedInClient(world)
	const faults = [
		{ operation: 'checkout.sessions.create', fault: 'act-then-500' },
		{ operation: 'checkout.sessions.list', fault: 'answer-500' },
	]
	await setSwitches(world, { operations: faults })
	expect(await refusalOf(client)).toMatchObject(unavailable)
	const checkoutSessionId = await openCheckout(client, cv)
	expect(await attemptOf(checkoutSessionId)).toEqual({ attempt: 1 })
})

test('after a 500 the next click starts a new attempt if Stripe lists no Checkout Session', async () => {
	const client = await signedInClient(world)
	await breakCall('checkout.sessions.create', 'answer-500')
	expect(await refusalOf(client)).toMatchObject(unavailable)
	expect((await checkoutSessionAtProvider(await openCheckout(client, cv))).status).toBe('open')
	expect(await purchasesOf(client)).toEqual(['pending'])
})

test('a guide whose file is missing cannot be bought until the file is back', async () => {
	const client = await signedInClient(world)
	const stored = await one(
		world.database,
		sql`select name, sha256 from storage.objects where name = 'CV.zip'`,
		z.object({ name: z.string(), sha256: z.string() }),
	)
	const name = storedName(stored.name, stored.sha256)
	const file = await world.files.open(name)
	const bytes = file && (await wholeFile(file))
	if (bytes === undefined) throw new Error('the test needs CV.zip')
	for (const loss of [() => world.files.remove(name), () => world.files.put(name, bytes.subarray(0, 100))]) {
		await loss()
		expect(await refusalOf(client)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
		expect(await purchasesOf(client)).toEqual([])
	}
	await world.files.put(name, bytes)
	expect(await openCheckout(client, cv)).toMatch(/^cs_test_/)
})

test('a guide can be bought while a new edition takes the place of its file', async () => {
	const { open } = world.files
	world.files.open = async (name) => {
		world.files.open = open
		const bucket = serviceRoleClient(world).storage.from('pdfs')
		const { error } = await bucket.update(
			'CV.zip',
			Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5_000)]),
		)
		expect(error).toBeNull()
		return await open(name)
	}
	expect(await openCheckout(await signedInClient(world), cv)).toMatch(/^cs_test_/)
	expect(world.files.open).toBe(open)
})

test('a click while a payment is being settled does not open a second Checkout Session', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const settling = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await settling.connect()
	try {
		await settling.query('begin')
		await settling.query("update public.purchases set status = 'completed' where stripe_session_id = $1", [
			checkoutSessionId,
		])
		const secondClick = refusalOf(client)
		await waitingForALock(settling)
		await settling.query('commit')
		expect(await secondClick).toMatchObject({ status: 409, body: { code: 'already_purchased' } })
	} finally {
		await settling.end()
	}
	expect(await purchasesOf(client)).toEqual(['completed'])
})

test('no Checkout Session opens while an owner takes the release back', async () => {
	const client = await signedInClient(world)
	const owner = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await owner.connect()
	try {
		await owner.query('begin')
		await owner.query("select from public.products where id = '2' for update")
		const click = refusalOf(client)
		await waitingForALock(owner)
		await owner.query("update public.products set coming_soon = true where id = '2'")
		await owner.query('commit')
		expect(await click).toMatchObject({ status: 400, body: { code: 'not_for_sale' } })
	} finally {
		await owner.query("update public.products set coming_soon = false where id = '2'")
		await owner.end()
	}
	expect(await purchasesOf(client)).toEqual([])
})

test('a click while an owner changes the price opens a checkout at the new price', async () => {
	const client = await signedInClient(world)
	const owner = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await owner.connect()
	try {
		await owner.query('begin')
		await owner.query("select from public.products where id = '2' for update")
		const click = openCheckout(client, cv)
		await waitingForALock(owner)
		await owner.query(`
			update shop.documents set decisions = jsonb_set(decisions, '{price}', '{"pence": 1234, "from": "2026-01-01T00:00:00Z", "by": "Ada"}'),
				published_as = gen_random_uuid()
			where kind = 'product' and id = '2'`)
		await owner.query('commit')
		expect(await checkoutSessionAtProvider(await click)).toMatchObject({ status: 'open', amount_total: 1234 })
	} finally {
		await owner.query(
			"update shop.documents set decisions = decisions - 'price', published_as = gen_random_uuid() where kind = 'product' and id = '2'",
		)
		await owner.end()
	}
	expect(await purchasesOf(client)).toEqual(['pending'])
})

test('after a price change a new Checkout Session opens, and the earlier one can no longer be paid', async () => {
	const client = await signedInClient(world)
	const earlier = await openCheckout(client, cv)
	await world.database.query(
		sql`update public.purchases set price = 9.99 where stripe_session_id = ${earlier}`,
	)
	const later = await openCheckout(client, cv)
	expect(await checkoutSessionAtProvider(earlier)).toMatchObject({ status: 'expired' })
	expect(await checkoutSessionAtProvider(later)).toMatchObject({ status: 'open', amount_total: 1499 })
	expect(await purchasesOf(client)).toEqual(['expired', 'pending'])
})

test('a Checkout Session about to expire is replaced by one with enough time to pay', async () => {
	const client = await signedInClient(world)
	const earlier = await openCheckout(client, cv)
	expect(await openCheckout(client, cv)).toBe(earlier)
	await world.database.query(
		sql`update shop.checkouts set expires_at = ${new Date(Date.now() + 60_000)} where session_id = ${earlier}`,
	)
	expect(await openCheckout(client, cv)).not.toBe(earlier)
})

test('a purchase is replaced if it expires too soon for the provider to open a Checkout Session', async () => {
	const client = await signedInClient(world)
	await breakCall('checkout.sessions.create', 'cut-before')
	expect(await refusalOf(client)).toMatchObject(unavailable)
	const { data: purchase } = await client.from('purchases').select('id').single()
	await world.database.query(sql`
		update shop.checkouts set expires_at = ${new Date(world.clock.now().getTime() + 20 * 60_000)}
		where purchase_id = ${purchase?.id}`)
	expect(await checkoutSessionAtProvider(await openCheckout(client, cv))).toMatchObject({ status: 'open' })
	expect(await purchasesOf(client)).toEqual(['expired', 'pending'])
})

test('if two Checkout Sessions for one guide are paid, one delivers it and the other is refunded', async () => {
	const client = await signedInClient(world)
	const first = await openCheckout(client, cv)
	await world.database.query(sql`update shop.checkouts set expires_at = now() where session_id = ${first}`)
	// The earlier Checkout Session cannot be closed now, so it stays open beside the later one.
	await breakCall('checkout.sessions.retrieve', 'cut-before')
	expect(await refusalOf(client)).toMatchObject(unavailable)
	const second = await openCheckout(client, cv)
	expect(second).not.toBe(first)
	for (const checkoutSessionId of [first, second]) {
		await pay(world, checkoutSessionId)
		expect(
			(await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })).error,
		).toBeNull()
	}
	await world.runJobs()
	expect(await purchasesOf(client)).toEqual(['completed', 'duplicate'])
	const refundsOf = async (checkoutSessionId: string) => {
		const { payment_intent } = await checkoutSessionAtProvider(checkoutSessionId)
		const schema = z.object({ data: z.array(z.object({ amount: z.number() })) })
		return (await atProvider(`refunds?payment_intent=${payment_intent}`, schema)).data
	}
	expect(await refundsOf(first)).toEqual([])
	expect(await refundsOf(second)).toEqual([{ amount: 1499 }])
	// Even if the job runs twice, the payment is refunded once.
	const row = await one(
		world.database,
		sql`update shop.checkouts set refund_id = null where session_id = ${second} returning purchase_id`,
		z.object({ purchase_id: z.string() }),
	)
	await world.runJob('refund-duplicate', { purchaseId: row.purchase_id })
	expect(await refundsOf(second)).toEqual([{ amount: 1499 }])
})

test('the success page waits while the provider is unreachable, and later receives the paid purchase', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await pauseEvents(world)
	await pay(world, checkoutSessionId)
	await breakCall('checkout.sessions.retrieve', 'cut-before')
	const confirm = async () =>
		(await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })).data
	expect(await confirm()).toEqual({
		status: 'pending',
		productName: cv.productName,
		catalogueId: '2',
		guides: [{ catalogueId: '2', title: cv.productName, fileName: 'CV.zip' }],
	})
	expect(await confirm()).toMatchObject({ status: 'completed' })
})

test('in quarantine nothing can be bought, not even in a Checkout Session that is still open', async () => {
	const client = await signedInClient(world)
	await openCheckout(client, cv)
	const { data } = await client.auth.getUser()
	const payments = quarantinedPayments(world.payments, { says: 'this is a copy', todo: 'Resume it.' })
	const begun = beginCheckout({
		database: world.database,
		payments,
		clock: world.clock,
		faultPoint: noFaults,
		userId: data.user?.id ?? '',
		email: data.user?.email ?? '',
		offer: offerOf(productForSale(catalogue, cv)),
	})
	await expect(begun).rejects.toMatchObject({ code: 'shop_closed', status: 503 })
})
