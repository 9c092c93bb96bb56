import { expect, test } from 'vitest'
import { operations } from '#server/features/operations.ts'
import { sql } from '#server/platform/db/sql.ts'
import { logApi } from '#shared/admin/log.ts'
import { readAdmin, signedInMember } from '#test/admin-api.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })

test('the log says what each act declares, also of records with a former name', async () => {
	const owner = await signedInMember(world, 'owner')
	const commands = ['resend', 'resend-receipt', 'unban', 'become-member', 'something-old']
	await world.database.query(sql`
		insert into shop.owner_acts (command, decided_by, at)
		select command, 'Ada', now() - place * interval '1 minute'
		from unnest(${commands}::text[]) with ordinality as given (command, place)`)
	const { body } = await readAdmin(world, 'log?by=Ada', { bearer: owner.accessToken })
	expect(logApi.log.output.parse(body).rows.map(({ act, words }) => [act, words])).toEqual([
		['resend', 'Sent a receipt again'],
		['resend-receipt', 'Sent a receipt again'],
		['unban', 'Ended a ban'],
		['become-member', 'Became a member'],
		['something-old', 'Something old'],
	])
})

test('the refusals call an operation as the log does', async () => {
	const [owner, helper] = [await signedInMember(world, 'owner'), await signedInMember(world, 'helper')]
	for (const name of ['export-sales', 'settings'])
		expect((await readAdmin(world, name, { bearer: helper.accessToken })).status).toBe(403)
	await expect
		.poll(async () => {
			const { body } = await readAdmin(world, 'refusals', { bearer: owner.accessToken })
			const { rows } = logApi.refusals.output.parse(body)
			return rows.flatMap(({ place, words }) => (place === 'act' ? [words] : [])).sort()
		})
		.toEqual(['Exported sales', 'Settings'])
})

test('everything but reading and saving a draft has words for the log, and no two say the same', () => {
	const acts = Object.entries(operations).filter(([, { kind }]) => kind !== 'read' && kind !== 'save')
	expect(acts.length).toBeGreaterThan(50)
	for (const [name, { log }] of acts) expect(log, name).toMatch(/^[A-Z]/)
	expect(new Set(acts.map(([, { log }]) => log)).size).toBe(acts.length)
})
