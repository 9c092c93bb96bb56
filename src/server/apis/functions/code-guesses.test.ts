import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { cv } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { callFunction } from '#test/release-notices.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ rateLimitScale: 1, trustedProxies: ['127.0.0.1'], sandbox: true })

const ask = async (code: string, from: string) =>
	(await callFunction(world, 'price-with-code', { productId: '2', code }, from)).status

test('sixty wrong codes an hour are allowed from one network, while links to a code of the shop are not counted', async () => {
	await world.database.query(sql`
		insert into shop.discount_codes (code, percent_off, starts_at, ends_at, once_per_customer, made_by, made_at)
		values ('ENDED', 10, '2020-01-01', '2020-01-02', false, 'ada@shop.test', '2020-01-01')`)
	for (let n = 0; n < 70; n++) expect(await ask('ended', '198.51.100.1')).toBe(409)
	const statuses: number[] = []
	for (let n = 0; n < 61; n++) statuses.push(await ask(`guess${n}`, '198.51.100.1'))
	expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429])
	// Or else a right guess would still be answered.
	expect(await ask('ended', '198.51.100.1')).toBe(429)
	expect(await ask('ended', '198.51.100.2')).toBe(409)
})

test('codes guessed at the checkout count too', async () => {
	const client = await signedInClient(world)
	const buy = async (code: string) => {
		const { error } = await client.functions.invoke('create-payment', {
			body: { ...cv, code },
			headers: { 'x-forwarded-for': '198.51.100.9' },
		})
		return error?.context.status
	}
	for (let n = 0; n < 58; n++) await ask(`guess${n}`, '198.51.100.9')
	expect([await buy('wrong1'), await buy('wrong2'), await buy('wrong3')]).toEqual([404, 404, 429])
	expect(await ask('ended', '198.51.100.9')).toBe(429)
})
