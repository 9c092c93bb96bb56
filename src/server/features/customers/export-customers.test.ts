import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { readAdmin, signedInMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')

async function exported(name: string): Promise<string[]> {
	const response = await world.adminRequest(`/api/${name}`, {
		headers: { authorization: `Bearer ${await owner.takeStep()}` },
	})
	const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
	expect([response.status, text.charAt(0)]).toEqual([200, '\uFEFF'])
	const lines = text.slice(1).trimEnd().split('\r\n')
	expect(response.headers.get('x-rows')).toBe(String(lines.length - 1))
	const [act] = await world.database.query(
		sql`select decided_by, details from shop.owner_acts where command = ${name} order by at desc limit 1`,
		z.object({ decided_by: z.string(), details: z.unknown() }),
	)
	expect(act).toEqual({ decided_by: owner.email, details: { rows: lines.length - 1 } })
	return lines
}

/** Makes a user with this address and metadata. */
async function person(email: string, metadata: object, columns = sql`banned_until = null`): Promise<void> {
	const { id } = await confirmedUser(world)
	await world.database.query(
		sql`update auth.users set email = ${email}, raw_user_meta_data = ${metadata}::jsonb, ${columns} where id = ${id}`,
	)
}

test('all customers are exported with what each agreed to, and no formula', async () => {
	await person('ada@student.test', {
		display_name: '=HYPERLINK("x")',
		news_since: '2026-02-01',
		no_review_requests: false,
	})
	await person('ben@student.test', { edition_notices_since: '+cmd', no_review_requests: true })
	await person('unconfirmed@student.test', {}, sql`email_confirmed_at = null`)
	const [titles, ...lines] = await exported('export-customers')
	const withoutDays = lines.map((line) => line.replaceAll(/,20\d\d-\d\d-\d\d(?=,(yes|no|\d))/g, ',day'))
	expect(titles).toContain('email,name,phone,joined,address_confirmed,banned')
	expect(withoutDays).toContain(
		`ada@student.test,"'=HYPERLINK(""x"")",,day,yes,no,day,0,0.00,2026-02-01,,agreed`,
	)
	expect(withoutDays).toContain(`ben@student.test,,,day,yes,no,day,0,0.00,,'+cmd,refused`)
	expect(withoutDays).toContain('unconfirmed@student.test,,,day,no,no,day,0,0.00,,,')
})

test('only those whom the shop may email are exported as subscribers, with what they asked for and when', async () => {
	const both = { news_since: '2026-02-01', edition_notices_since: '2026-03-01' }
	await person('asks@student.test', both)
	await person('banned@student.test', both, sql`banned_until = now() + interval '1 day'`)
	await person('not.confirmed@student.test', both, sql`email_confirmed_at = null`)
	await world.database.query(sql`
		insert into shop.release_notices (catalogue_id, email, asked_at, confirmed_at, unsubscribed_at) values
			('1', 'waits@student.test', now(), '2026-04-05T23:30:00Z', null), ('1', 'asked.only@student.test', now(), null, null),
			('1', 'stopped@student.test', now(), now(), now())`)
	const lines = await exported('export-subscribers')
	expect(lines[0]).toBe('email,list,about,asked_on')
	expect(lines).toContain('asks@student.test,news,new guides,2026-02-01')
	expect(lines).toContain('asks@student.test,editions,new editions of guides they have,2026-03-01')
	expect(lines.find((line) => line.startsWith('waits@'))).toMatch(
		/^waits@student\.test,releases,the release of .+,2026-04-06$/,
	)
	for (const address of ['banned@', 'not.confirmed@', 'asked.only@', 'stopped@'])
		expect(lines.filter((line) => line.startsWith(address))).toEqual([])
})

test.each(['export-customers', 'export-subscribers'])('%s needs a recent second step', async (name) => {
	const stale = await signedInMember(world, 'owner')
	await world.database.query(
		sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'`,
	)
	const { status, body } = await readAdmin(world, name, { bearer: stale.accessToken })
	expect([status, body.code]).toEqual([403, 'insufficient_aal'])
})
