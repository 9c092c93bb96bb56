import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { askToBeTold, awaited, callFunction, mailsTo, noticeToken } from '#test/release-notices.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ rateLimitScale: 1, trustedProxies: ['127.0.0.1'] })

test('thirty requests an hour are allowed from one network, whichever email addresses they name', async () => {
	const ask = (n: number, from: string) => askToBeTold(world, `n${n}@student.test`, { from })
	const statuses: number[] = []
	for (let n = 0; n < 31; n++) statuses.push((await ask(n, '198.51.100.1')).status)
	expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
	const other = await ask(99, '198.51.100.2')
	expect(other.status).toBe(200)
})

test('a mailbox receives at most five emails a day, and further requests get the same answer', async () => {
	const bodies = new Set<string>()
	for (let n = 0; n < 9; n++) {
		const productId = ['4', '5', '6'][n % 3]
		const answer = await askToBeTold(world, `bombed+${n}@student.test`, {
			productId,
			from: `203.0.113.${n}`,
		})
		bodies.add(`${answer.status} ${await answer.text()}`)
	}
	expect([...bodies]).toEqual(['200 {}'])
	await world.runJobs()
	expect(world.mails.filter(({ to }) => to.startsWith('bombed'))).toHaveLength(5)
})

test('dots in a Gmail address do not make it another mailbox', async () => {
	for (let n = 1; n < 9; n++) {
		const name = `${'dotted'.slice(0, n % 6)}.${'dotted'.slice(n % 6)}`.replace(/^\./, '')
		await askToBeTold(world, `${name}${n > 5 ? `+${n}` : ''}@${n % 2 ? 'gmail' : 'googlemail'}.com`, {
			from: `203.0.113.${100 + n}`,
		})
	}
	await world.runJobs()
	expect(world.mails.filter(({ to }) => /@g(oogle)?mail\.com$/.test(to))).toHaveLength(5)
})

test('after five hundred emails in an hour the next one waits, and requests are still accepted', async () => {
	await world.database.query(sql`
		insert into shop.release_notices (catalogue_id, email, asked_at, mailed_at)
		select ${awaited.id}, n || '@flood.test', '2000-01-01', ${world.clock.now()} from generate_series(1, 500) n`)
	const email = 'waits@student.test'
	const answers = [await askToBeTold(world, email), await askToBeTold(world, '1@flood.test')]
	for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, '{}'])
	const later = async () => {
		await world.database.query(sql`
			select from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`)
		return await mailsTo(world, email)
	}
	expect(await mailsTo(world, email)).toEqual([])
	expect(await later()).toEqual([])
	world.clock.advance(3601)
	expect(await later()).toHaveLength(1)
})

test('made-up tokens are limited by network; a valid one does not count', async () => {
	const from = '192.0.2.77'
	const confirm = async (token: string) =>
		(await callFunction(world, 'confirm-release-notice', { token }, from)).status
	await askToBeTold(world, 'confirms@student.test')
	expect(await confirm(await noticeToken(world, 'confirms@student.test', 'confirm'))).toBe(200)
	for (let n = 0; n < 100; n++) expect(await confirm('g'.repeat(43))).not.toBe(429)
	expect(await confirm('g'.repeat(43))).toBe(429)
})
