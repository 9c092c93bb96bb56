import { expect, test } from 'vitest'
import { z } from 'zod'
import { mailsPerMinute } from '#server/features/mailing-lists/mailing-list.ts'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { callAuth, sendWaitingEmails } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { daysBetweenNews } from './news-readers.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body: object, member = owner) =>
	await actAdmin(world, name, body, { bearer: await member.takeStep() })
const read = async (name: string) => (await readAdmin(world, name, { bearer: await owner.takeStep() })).body

/** Makes a user who, unless `wants` is false, has ticked the box for news on the account page. */
async function reader({ wants = true } = {}) {
	const client = await signedInClient(world)
	if (wants) await client.auth.updateUser({ data: { news_since: '2026-11-01' } })
	const { data } = await client.auth.getUser()
	return { client, id: data.user?.id ?? '', email: data.user?.email ?? '' }
}

const keptSchema = z.object({ id: z.uuid(), saved_at: z.string() })
async function draft(subject: string, body = 'They are out.') {
	return keptSchema.parse((await act('save-announcement', { subject, body })).body)
}

/** Runs the queue, and returns the announcements that it sent. */
async function sent(rounds = 2) {
	for (let round = 0; round < rounds; round += 1) {
		await sendWaitingEmails(world)
		await world.runJobs()
	}
	return world.mails.splice(0).filter(({ messageId }) => messageId.startsWith('<announcement-'))
}
const toOf = (mails: readonly { to: string }[]) => mails.map(({ to }) => to).sort()

test('an announcement is sent as previewed, once to each user who asked for news and had none for a month', async () => {
	const nobody = await draft('Too early')
	const early = await act('send-announcement', { id: nobody.id, over: nobody.saved_at })
	expect([early.status, early.body.message]).toEqual([
		409,
		expect.stringContaining('Nobody is subscribed to news at the moment'),
	])
	expect((await act('remove-announcement', { id: nobody.id })).status).toBe(200)

	const [ada, ben] = [await reader(), await reader()]
	const others = [await reader({ wants: false }), await reader(), await reader()]
	await world.database.query(sql`update auth.users set email_confirmed_at = null where id = ${others[1]?.id}`)
	await world.database.query(
		sql`update auth.users set banned_until = now() + interval '9 years' where id = ${others[2]?.id}`,
	)
	const body =
		'One on <b>renting</b>.\n\nRead it at https://headstart.example/a?b=1&c=2.\njavascript:alert(1)'
	const preview = await act('save-announcement', { subject: 'Two guides', body, preview: true })
	expect(preview.body.mail).toMatchObject({
		subject: 'Two guides',
		html: expect.stringContaining('&lt;b&gt;renting&lt;/b&gt;'),
		text: expect.stringContaining('Read it at https://headstart.example/a?b=1&c=2. javascript:alert(1)'),
	})
	const kept = keptSchema.parse((await act('save-announcement', { subject: 'Two guides', body })).body)
	expect((await act('test-announcement', { id: kept.id })).status).toBe(200)
	const [trial, ...none] = await sent()
	expect([trial?.to, trial?.subject, trial?.unsubscribeUrl, none]).toEqual([
		...[owner.email, 'Test: Two guides', undefined, []],
	])

	const wanted = { id: kept.id, over: kept.saved_at }
	const planned = await act('send-announcement', { ...wanted, preview: true })
	expect(planned.body.will).toEqual([
		'Emails “Two guides” to 2 people who asked for news about new guides, once each.',
		expect.stringContaining(`sends ${mailsPerMinute} a minute, so it takes a minute at most.`),
	])
	const twice = await Promise.all([act('send-announcement', wanted), act('send-announcement', wanted)])
	expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
	const mails = await sent()
	expect(toOf(mails)).toEqual([ada.email, ben.email].sort())
	expect(mails[0]?.html).toContain('href="https://headstart.example/a?b=1&amp;c=2"')
	expect(mails[0]?.html).not.toContain('href="javascript:')
	expect(await sent()).toEqual([])
	expect(await read(`announcement?id=${kept.id}`)).toMatchObject({
		recipients: 2,
		mailed: 2,
		left_out: 0,
		refused: 0,
		ended_at: expect.any(String),
	})
	expect((await act('send-announcement', wanted)).body.message).toMatch(/^It was sent on /)
	expect((await act('save-announcement', { ...wanted, subject: 'x', body: 'y' })).status).toBe(409)

	// Ada unsubscribes with one click in her mail program. Ben has had an announcement this month.
	const path = mails.find(({ to }) => to === ada.email)?.unsubscribeUrl?.slice(world.url.length) ?? ''
	expect(path).toMatch(/^\/functions\/v1\/stop-news\?token=[\w-]{43}$/)
	const opened = await world.request(path)
	expect([opened.status, opened.headers.get('location')]).toEqual([303, `/news/stop?${path.split('?')[1]}`])
	for (const round of [1, 2]) {
		const pressed = await world.request(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
		expect([round, pressed.status]).toEqual([round, 200])
	}
	expect((await ada.client.auth.getUser()).data.user?.user_metadata.news_since).toBeUndefined()
	const unknown = path.replace(/=.*/, `=${'a'.repeat(43)}`)
	expect((await world.request(unknown, { method: 'POST' })).status).toBe(403)
	const next = await draft('Another guide')
	const soon = await act('send-announcement', { id: next.id, over: next.saved_at })
	expect(soon.body.message).toContain(`less than ${daysBetweenNews} days ago`)
	expect(await read('announcements')).toMatchObject({ asked: 1, recent: 1 })
	const { data } = await ben.client.auth.getSession()
	const exported = await callAuth(world, '/account/export', {
		bearer: data.session?.access_token ?? '',
		body: {},
	})
	expect(exported.body?.announcements).toEqual([{ subject: 'Two guides', mailed_at: expect.any(String) }])
	await world.database.query(sql`update shop.outbox set mailed_at = mailed_at - interval '31 days'`)
	expect((await act('send-announcement', { id: next.id, over: next.saved_at })).status).toBe(200)
	expect(toOf(await sent())).toEqual([ben.email])
})

test('a stopped announcement reaches nobody else, and users who no longer want news get none', async () => {
	await world.database.query(sql`delete from shop.announcements`)
	await world.database.query(sql`
		insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
		select gen_random_uuid(), 'many-' || n || '@student.test', now(), '{"news_since": "2026-11-01"}' from generate_series(1, 130) n`)
	const { id, saved_at: over } = await draft('To many')
	expect((await act('send-announcement', { id, over })).status).toBe(200)
	const second = await draft('At the same time')
	expect((await act('send-announcement', { id: second.id, over: second.saved_at })).body.message).toContain(
		'“To many” is being sent',
	)
	await world.database.query(
		sql`update auth.users set raw_user_meta_data = '{}' where email in (select email from auth.users u
			join shop.outbox m on m.user_id = u.id and m.about = ${id} order by m.id limit 3)`,
	)
	// Only the first batch is sent in the first minute.
	await world.runJobs()
	await sendWaitingOnly('send-announcement')
	expect(await read(`announcement?id=${id}`)).toMatchObject({
		mailed: mailsPerMinute - 3,
		left_out: 3,
		ended_at: null,
	})
	expect((await act('stop-announcement', { id })).status).toBe(200)
	expect(world.mails.splice(0).length).toBe(mailsPerMinute - 3)
	expect(await sent()).toEqual([])
	expect((await act('stop-announcement', { id, preview: true })).body.will).toEqual([])
	// Users who have not received it can be sent another announcement.
	const planned = await act('send-announcement', {
		id: second.id,
		over: second.saved_at,
		preview: true,
	})
	expect(JSON.stringify(planned.body.will)).toMatch(/to 7\d people.*5\d people received news less than/)

	// When the announcement is resumed, it reaches each of the remaining users once. Meanwhile no other announcement can start.
	const goesOn = await act('resume-announcement', { id, preview: true })
	expect(JSON.stringify(goesOn.body.will)).toMatch(
		/Continues to email “To many” to 7\d people who haven’t received it/,
	)
	expect((await act('resume-announcement', { id })).status).toBe(200)
	expect((await act('resume-announcement', { id, preview: true })).body.will).toEqual([])
	expect((await act('send-announcement', { id: second.id, over: second.saved_at })).body.message).toContain(
		'“To many” is being sent',
	)
	const later: Awaited<ReturnType<typeof sent>> = []
	for (let batch = await sent(); batch.length > 0; batch = await sent()) later.push(...batch)
	expect(new Set(toOf(later)).size).toBe(later.length)
	const mailed = mailsPerMinute - 3 + later.length
	expect(await read(`announcement?id=${id}`)).toMatchObject({
		mailed,
		left_out: 3,
		recipients: mailed + 3,
		ended_at: expect.any(String),
		stopped_at: null,
	})
})

/** Makes only the waiting jobs of this name due, and runs the queue. */
async function sendWaitingOnly(name: string): Promise<void> {
	await world.database.query(sql`
		select graphile_worker.reschedule_jobs(
			(select array_agg(id) from graphile_worker.jobs where task_identifier = ${name}), run_at => now()
		)`)
	await world.runJobs()
}

test('an owner cannot send or overwrite a draft that another owner has changed in the meantime', async () => {
	const { id, saved_at: over } = await draft('Ours')
	world.clock.advance(60)
	const other = await signedInMember(world, 'owner')
	const changed = await act('save-announcement', { id, over, subject: 'Ours', body: 'Buy now.' }, other)
	expect(changed.status).toBe(200)
	for (const [name, body] of [
		['send-announcement', { id, over }],
		['save-announcement', { id, over, subject: 'Ours', body: 'Mine.' }],
	] as const)
		expect((await act(name, body)).body.message, name).toContain(`${other.email} changed this draft`)
	for (const bad of [
		{ subject: 'two\nBcc: all@student.test', body: 'x' },
		{ subject: 'x', body: 'a\u202eb' },
		{ subject: 'x', body: '\u0000' },
	])
		expect((await act('save-announcement', bad)).body.code).toBe('validation_failed')
	const helper = await signedInMember(world, 'helper')
	expect((await act('send-announcement', { id, over }, helper)).status).toBe(403)
})
