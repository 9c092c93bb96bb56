import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { settingAreas } from '#server/config/settings.ts'
import { showSettings } from '#server/config/show-settings.ts'
import { createBackgroundCheck } from '#server/operations/child-processes.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type AuditRun, findingSchema } from '#shared/admin/settings.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { everyEmail } from '#test/every-email.ts'
import { createWorld, type World } from '#test/world.ts'

/** A program that stands in for a check: it prints one finding, then waits until a file exists before it ends. */
const program = `
import { existsSync } from 'node:fs'
const [, , goOn, line, code] = process.argv
console.log(line)
console.error('Purchases: 12, 5 s')
const timer = setInterval(() => {
	if (!existsSync(goOn)) return
	clearInterval(timer)
	process.exitCode = Number(code)
}, 20)`

let world: World
let owner: TestMember
let folder: string
const stopping = new AbortController()
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-checks-'))
	await writeFile(join(folder, 'check.mjs'), program)
	const args = (name: string, line: string, code: number) => [
		join(folder, 'check.mjs'),
		...[join(folder, name), line, String(code)],
	]
	const finding = { level: 'error', about: 'Mail', says: 'is <b>refused</b>', todo: 'Check SMTP_URL.' }
	world = await createWorld({
		rateLimitScale: 1,
		rateLimits: new Map([['testMessage', { points: 2, seconds: 3600 }]]),
		admin: 'public',
		checks: {
			doctor: createBackgroundCheck({
				args: args('doctor', JSON.stringify(finding), 1),
				read: (line) => findingSchema.parse(JSON.parse(line)),
				stopping: stopping.signal,
			}),
			audit: createBackgroundCheck({
				args: args('audit', 'Money and goods agree.', 2),
				read: (line) => line,
				stopping: stopping.signal,
			}),
		},
	})
	owner = await signedInMember(world, 'owner')
})
afterAll(async () => {
	stopping.abort()
	await world.close()
	await rm(folder, { recursive: true })
})

const read = async (name: string) => (await readAdmin(world, name, { bearer: await owner.takeStep() })).body
const act = async (name: string, body: object = {}) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })

test('each setting is shown with its source, without secrets and without the login in a URL', () => {
	const environment: Record<string, string> = {}
	for (const { name, default: standard } of settingAreas.flatMap(({ settings }) => settings))
		environment[name] = `canary-${name} ${standard ?? ''}`
	Object.assign(environment, { PLAUSIBLE_URL: 'https://ada:canary-login@stats.example', PORT: ' ' })
	const shown = showSettings({ environment, namesFromFile: ['MAIL_FROM', 'STRIPE_SECRET_KEY'] })
	const all = shown.flatMap(({ settings }) => settings)
	const secrets = all.filter(({ is_secret }) => is_secret)
	expect(secrets.length).toBeGreaterThan(15)
	for (const { name, value } of secrets) expect([name, value]).toEqual([name, null])
	for (const { name } of secrets) expect(JSON.stringify(shown)).not.toContain(`canary-${name} `)
	expect(JSON.stringify(shown)).not.toContain('canary-login')
	// These two are named like secrets, but are not secret, because the browser receives them.
	const open = all.filter(({ name, is_secret }) => !is_secret && /SECRET|_KEY|PASSPHRASE|TOKEN/.test(name))
	expect(open.map(({ name }) => name)).toEqual(['SUPABASE_PUBLISHABLE_KEY', 'AUTH_CAPTCHA_SITE_KEY'])
	const of = (name: string) => all.find((setting) => setting.name === name)
	expect(of('STRIPE_SECRET_KEY')).toMatchObject({ from: '.env', value: null, is_secret: true })
	expect(of('MAIL_FROM')).toMatchObject({ from: '.env', is_secret: false })
	expect(of('SITE_URL')).toMatchObject({ from: 'environment', value: 'canary-SITE_URL ' })
	expect(of('PORT')).toMatchObject({ from: 'default', value: '3000' })
	expect(of('PLAUSIBLE_URL')?.value).toBe('https://…@stats.example')
})

test('the API lists the settings of the running process, without its secrets', async () => {
	vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_canary')
	try {
		const { areas } = await read('settings')
		expect(JSON.stringify(areas)).not.toContain('sk_live_canary')
		expect(areas).toContainEqual({
			title: 'Payments',
			settings: expect.arrayContaining([
				expect.objectContaining({ name: 'STRIPE_SECRET_KEY', from: 'environment', value: null }),
			]),
		})
	} finally {
		vi.unstubAllEnvs()
	}
})

test('the doctor is not started again while it is running, it shows its findings during the run, and only a start is recorded', async () => {
	expect(await read('doctor')).toEqual({ run: null })
	expect((await act('run-doctor', { preview: true })).body.will).toHaveLength(2)
	expect(await read('doctor')).toEqual({ run: null })
	expect((await act('run-doctor', { reason: 'the mail is late' })).status).toBe(200)
	await expect
		.poll(() => read('doctor'))
		.toMatchObject({
			run: { finished_at: null, found: [{ level: 'error', todo: 'Check SMTP_URL.' }] },
		})
	const { body } = await act('run-doctor', { preview: true })
	expect(body.will).toEqual([])
	const before = await read('doctor')
	await act('run-doctor')
	expect(await read('doctor')).toMatchObject({ run: { started_at: Object(before.run).started_at } })
	await writeFile(join(folder, 'doctor'), '')
	await expect
		.poll(() => read('doctor'))
		.toMatchObject({
			run: { finished_at: expect.any(String), failed: null, progress: null },
		})
	const acts = await world.database.query(
		sql`select reason from shop.owner_acts where command = 'run-doctor' and staff_id = ${owner.id} order by at`,
		z.object({ reason: z.string().nullable() }),
	)
	expect(acts.map(({ reason }) => reason)).toEqual(['the mail is late'])
})

test('the audit shows the last result, the progress and the reason for a failure', async () => {
	expect(await read('audit')).toEqual({ latest: null, run: null })
	await world.database.query(
		sql`insert into shop.latest_audit (finished_at, differences) values (${new Date('2026-11-22T03:00:00Z')}, 2)`,
	)
	expect(await read('audit')).toEqual({
		latest: { finished_at: '2026-11-22T03:00:00.000Z', differences: 2 },
		run: null,
	})
	await act('run-audit')
	const running: Partial<AuditRun> = { finished_at: null, progress: 'Purchases: 12, 5 s' }
	await expect.poll(() => read('audit')).toMatchObject({ run: running })
	await writeFile(join(folder, 'audit'), '')
	await expect
		.poll(() => read('audit'))
		.toMatchObject({
			run: { finished_at: expect.any(String), failed: 'Purchases: 12, 5 s' },
		})
})

test('every email is shown as text and as HTML, with embedded pictures but without scripts and links', async () => {
	const { rows } = await read('messages')
	const listed = z.array(z.object({ name: z.string(), subject: z.string() })).parse(rows)
	expect(listed.map(({ name }) => name)).toEqual(everyEmail.map(({ name }) => name))
	for (const { name, subject } of listed) {
		const shown = await read(`message?name=${name}`)
		expect(shown).toMatchObject({ name, subject, text: expect.stringContaining('Headstart, ') })
		expect(shown.styles).toContain('prefers-color-scheme: dark')
		expect(shown.html).toContain('src="data:image/png;base64,')
		expect(shown.html).not.toMatch(/<(script|link|style|iframe)\b|href=|cid:|url\(|src="http|javascript:/i)
	}
	const { status } = await readAdmin(world, 'message?name=receipts', { bearer: await owner.takeStep() })
	expect(status).toBe(404)
})

test('a test email goes to the member who requests it, is marked as a test, and is rate-limited', async () => {
	const sent = () => world.mails.filter(({ subject }) => subject.startsWith('Test: '))
	const preview = await act('send-test-message', { name: 'release_notice', preview: true })
	expect(preview.body.will).toEqual([expect.stringContaining(`to ${owner.email}, and to nobody else`)])
	const elsewhere = await act('send-test-message', { name: 'release_notice', to: 'grace@student.test' })
	expect(elsewhere.status).toBe(400)
	expect((await act('send-test-message', { name: 'release_notice' })).status).toBe(200)
	await world.runJobs()
	expect(sent()).toEqual([
		expect.objectContaining({ to: owner.email, subject: expect.stringContaining('is out') }),
	])
	expect(sent()[0]).not.toHaveProperty('unsubscribeUrl')
	const [recorded] = await world.database.query(
		sql`select staff_id, details from shop.owner_acts where command = 'send-test-message'`,
	)
	expect(recorded).toEqual({ staff_id: owner.id, details: { name: 'release_notice', words: 'published' } })
	const script = await actAdmin(
		world,
		'send-test-message',
		{ name: 'receipt' },
		{ bearer: world.keys.secretKey },
	)
	expect([script.status, script.body.code]).toEqual([409, 'decision_refused'])
	// This member is removed before the test email that they asked for is sent.
	const left = await signedInMember(world, 'helper')
	expect(
		(await actAdmin(world, 'send-test-message', { name: 'receipt' }, { bearer: left.accessToken })).status,
	).toBe(200)
	await world.database.query(sql`delete from auth.staff where user_id = ${left.id}`)
	await world.runJobs()
	expect(sent()).toHaveLength(1)
	expect((await act('send-test-message', { name: 'receipt' })).status).toBe(200)
	expect((await act('send-test-message', { name: 'receipt' })).status).toBe(429)
})
