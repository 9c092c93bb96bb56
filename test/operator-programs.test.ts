import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { cv } from '#test/checkout.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { clientOf } from '../e2e/people.ts'
import { type ShopProcess, startShopProcess } from '../e2e/shop-process.ts'
import { compileCache } from '../scripts/setup/node.mjs'
import { noPromises } from './faults/promises.ts'
import { createShopper, type Shopper } from './faults/shopper.ts'
import { runStatement } from './run-statement.ts'

// The programs that the owner runs beside the shop, on a database as docs/operating.md prescribes: its owner has CREATEROLE and is not a superuser.

let shop: ShopProcess
let database: EmptyDatabase
let buyer: Shopper
let backups: string
beforeAll(async () => {
	database = await createEmptyDatabase(inject('databaseUrl'))
	backups = await mkdtemp(join(tmpdir(), 'headstart-backups-'))
	shop = await startShopProcess({
		DATABASE_URL: database.ownerUrl,
		BACKUP_TO: backups,
		BACKUP_DAILY_AT: '03:30',
	})
	buyer = await createShopper({ ...shop, promises: noPromises() })
})
afterAll(async () => {
	await shop?.dispose()
	await rm(backups, { recursive: true, force: true })
	await database.drop()
})

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program beside the shop, as `npm run` does once it has prepared the clone. */
function operate(program: 'admin' | 'audit', ...args: string[]): Promise<Outcome> {
	return runProgram(program, args)
}

interface Outcome {
	code: number
	output: string
}

function runProgram(
	program: string,
	args: string[],
	settings: Record<string, string> = {},
): Promise<Outcome> {
	return new Promise((resolve) => {
		const child = execFile(
			process.execPath,
			[`build/programs/${program}.js`, ...args],
			{
				cwd: root,
				env: {
					PATH: process.env.PATH,
					PORT: new URL(shop.url).port,
					SANDBOX_PORT: new URL(shop.sandboxUrl).port,
					SITE_URL: shop.url,
					DATA_DIR: shop.dataDir,
					DATABASE_URL: database.ownerUrl,
					...compileCache,
					...settings,
				},
			},
			(_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
		)
	})
}

test('the database owner is not a superuser, and row level security hides the purchases from it', async () => {
	const rows = await runStatement(
		database.ownerUrl,
		'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
	)
	expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: true }])
	const checkoutSessionId = (await buyer.open(cv)) ?? ''
	expect(await runStatement(database.ownerUrl, 'select id from public.purchases')).toEqual([])
	expect(await runStatement(database.superuserUrl, 'select id from public.purchases')).toHaveLength(1)
	await buyer.pay(checkoutSessionId)
	await expect.poll(() => buyer.returnTo(checkoutSessionId)).toBe('completed')
})

test('the audit and the admin CLI see the purchases, and the admin CLI can change them', async () => {
	await expect
		.poll(() => operate('audit', '--grace', '0'), { timeout: 120_000, interval: 500 })
		.toMatchObject({ code: 0, output: expect.stringContaining('1 paid Checkout Session at') })
	expect(await operate('admin', 'held-purchases')).toEqual({ code: 0, output: 'None.\n' })
	expect(await operate('admin', 'ban-customer', 'a@b.test', '--by', 'Ada')).toEqual({
		code: 2,
		output: expect.stringMatching(/^<days> is missing.*\n\nnpm run admin -- ban-customer </),
	})
	expect(await operate('admin', 'held')).toEqual({
		code: 0,
		output: 'None.\nheld is called held-purchases now, and goes with the next version.\n',
	})
	expect(await operate('admin', 'nonsense')).toEqual({
		code: 2,
		output: 'There is no operation nonsense. npm run admin lists them.\n',
	})
	expect(await operate('admin', 'run-doctor', '--by', 'Ada', '--yes')).toEqual({
		code: 1,
		output: expect.stringContaining('run it with npm run doctor'),
	})
	expect(await operate('admin', 'preview-document', 'page', 'about')).toEqual({
		code: 0,
		output: expect.stringMatching(/^Url: \S+\/preview\?token=\S+\nEnds at: /),
	})
	expect(await operate('admin', 'needs-you')).toMatchObject({
		code: 0,
		output: expect.stringContaining('Items:'),
	})
	expect(await operate('admin', 'customer', 'nobody@nowhere.test', '--json')).toEqual({
		code: 1,
		output: expect.stringMatching(/^No account matches/),
	})
	await runStatement(database.superuserUrl, "update public.purchases set status = 'held'")
	const held = await operate('admin', 'held-purchases')
	expect(held.output).toMatch(
		/^Purchase: [\w-]{36}\nPaid: £14\.99\n.*\nProduct: CV Secrets No One Tells You\n/,
	)
	expect(await operate('audit', '--grace', '0')).toMatchObject({
		code: 1,
		output: expect.stringContaining('is on hold'),
	})
	// The nightly audit records its result, and its job leaves the queue.
	await runStatement(
		database.superuserUrl,
		"update shop.latest_audit set finished_at = '2000-01-01', differences = 0",
	)
	await runStatement(database.superuserUrl, "select from graphile_worker.add_job('audit')")
	const audited = `
		select finished_at > '2000-01-01' as audit_was_recorded, differences,
			(select count(*)::integer from graphile_worker.jobs where task_identifier = 'audit') as jobs_left
		from shop.latest_audit`
	await expect
		.poll(() => runStatement(database.superuserUrl, audited), { timeout: 120_000, interval: 500 })
		.toEqual([{ audit_was_recorded: true, differences: 1, jobs_left: 0 }])
	const released = await operate(
		'admin',
		...[
			'release-purchase',
			/[\w-]{36}/.exec(held.output)?.[0] ?? '',
			'--by',
			'Ada',
			'--reason',
			'paid',
			'--yes',
		],
	)
	expect(released).toEqual({
		code: 0,
		output: expect.stringMatching(
			/^Status: completed\nDelivers CV Secrets No One Tells You .*, and emails the receipt\.\n/,
		),
	})
	expect((await buyer.client.from('purchases').select('status')).data).toEqual([{ status: 'completed' }])
	await expect
		.poll(() => operate('admin', 'funnel'), { timeout: 120_000, interval: 2_000 })
		.toMatchObject({
			code: 0,
			output: expect.stringMatching(/^ +CV Secrets +–, 1, 1, 0 +–, –, 100, 0 /m),
		})
	const books = join(backups, 'books.csv')
	expect(await operate('admin', 'export-books', '30', '--to', books)).toEqual({
		code: 0,
		output: `1 row in ${books}\n`,
	})
	expect(await readFile(books, 'utf8')).toContain('CV Secrets No One Tells You')
	await rm(books)
})

test('the backup and the restore explain their arguments with --help', async () => {
	for (const program of ['backup', 'restore'])
		expect(await runProgram(program, ['--help'])).toEqual({
			code: 0,
			output: expect.stringMatching(/^npm run (backup|restore)/),
		})
})

test('the shop schedules the daily backup that the owner has set, and the job writes one', async () => {
	const scheduled = 'select identifier from graphile_worker._private_known_crontabs order by 1'
	expect(await runStatement(database.superuserUrl, scheduled)).toContainEqual({ identifier: 'back-up' })
	await runStatement(database.superuserUrl, "select graphile_worker.add_job('back-up', '{}')")
	await expect.poll(() => readdir(backups), { timeout: 120_000 }).toContain('backups.json')
})

test('the shop checks every byte of its backups each week, and the doctor repeats what it found until a check finds nothing', async () => {
	const scheduled = 'select identifier from graphile_worker._private_known_crontabs order by 1'
	expect(await runStatement(database.superuserUrl, scheduled)).toContainEqual({ identifier: 'check-backups' })
	const settings = { BACKUP_TO: backups, BACKUP_DAILY_AT: '03:30' }
	expect(await runProgram('backup', ['check'], settings)).toMatchObject({ code: 0 })

	const rows = join(backups, (await readdir(backups)).find((name) => name.endsWith('.sql.zst')) ?? '')
	const whole = await readFile(rows)
	const undo = await flipByte(rows)
	await rm(join(backups, 'checked.json'))
	await runStatement(database.superuserUrl, "select graphile_worker.add_job('check-backups', '{}')")
	await expect.poll(() => readdir(backups), { timeout: 120_000 }).toContain('checked.json')
	expect((await runProgram('doctor', [], settings)).output).toMatch(/Backups: .*\.sql\.zst is damaged/)

	expect(await runProgram('backup', ['check'], settings)).toMatchObject({
		code: 1,
		output: expect.stringMatching(/\.sql\.zst is damaged\. It belongs to headstart-/),
	})
	await undo()
	expect(await readFile(rows)).toEqual(whole)
	expect(await runProgram('backup', ['check'], settings)).toMatchObject({ code: 0 })
	expect((await runProgram('doctor', [], settings)).output).not.toContain('is damaged')
})

/** Changes a byte in the middle of a file. Returns a function that undoes this. */
async function flipByte(path: string): Promise<() => Promise<void>> {
	const whole = await readFile(path)
	const changed = Buffer.from(whole)
	changed.writeUInt8(changed.readUInt8(500) ^ 1, 500)
	await writeFile(path, changed)
	return () => writeFile(path, whole)
}

test('a shop restored from a backup elsewhere charges and emails nobody until the owner resumes it', {
	timeout: 480_000,
}, async () => {
	const elsewhere = await mkdtemp(join(tmpdir(), 'headstart-restored-'))
	// If the tests run as root, PostgreSQL's own user must be able to enter this folder.
	await chmod(elsewhere, 0o755)
	onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
	const settings = { BACKUP_TO: join(elsewhere, 'backups'), BACKUP_PASSPHRASE: 'four quiet harbours' }
	const backedUp = await runProgram('backup', [], settings)
	expect(backedUp).toMatchObject({
		code: 0,
		output: expect.stringMatching(/is complete: .* MB, encrypted\.$/m),
	})
	expect(backedUp.output).toContain('public.purchases: 1 row\n')

	const [changed = '', lost = ''] = ['CV.epub', 'StudentGuide.pdf'].map((name) => `-${name}-`)
	const stored = await readdir(settings.BACKUP_TO)
	const partOf = (name: string) => join(settings.BACKUP_TO, stored.find((one) => one.includes(name)) ?? '')
	await flipByte(partOf(changed))
	await rm(partOf(lost))

	// The backup of a database server is restored into an embedded PostgreSQL.
	const dataDir = join(elsewhere, 'data')
	const there = { ...settings, DATA_DIR: dataDir, DATABASE_URL: '' }
	const restored = await runProgram('restore', ['latest'], there)
	expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('until you have run') })
	expect(restored.output).toContain('AUTH_ENCRYPTION_KEY differs')
	for (const name of ['CV.epub', 'StudentGuide.pdf'])
		expect(restored.output).toContain(
			`${name} is damaged or missing in the backup; it was taken from goods/.`,
		)
	// Somebody who can write to the place, but doesn’t have the passphrase.
	const plain = await runProgram('backup', [], { ...settings, BACKUP_PASSPHRASE: '' })
	expect(plain.code).toBe(0)
	expect(await runProgram('restore', ['latest'], there)).toMatchObject({
		code: 2,
		output: expect.stringMatching(/^Not restored: .* isn’t encrypted, although BACKUP_PASSPHRASE is set/),
	})

	const copy = await startShopProcess({ DATA_DIR: dataDir })
	onTestFinished(() => copy.dispose())
	await expect.poll(copy.output).toContain('Quarantined: the database was restored from a backup of')
	const inCopy = {
		...there,
		PORT: new URL(copy.url).port,
		SANDBOX_PORT: new URL(copy.sandboxUrl).port,
		SITE_URL: copy.url,
	}
	expect(await (await fetch(copy.url)).text()).toContain('You can’t buy')
	expect(await (await fetch(shop.url)).text()).not.toContain('You can’t buy')
	const visitor = await clientOf(copy)
	const email = (await buyer.client.auth.getUser()).data.user?.email ?? ''
	expect((await visitor.auth.resetPasswordForEmail(email)).error).toBeNull()
	const refund = await runProgram(
		'admin',
		['refund', 'HS-000001', '--by', 'Ada', '--reason', 'a test', '--yes'],
		inCopy,
	)
	expect(refund).toMatchObject({ code: 1, output: expect.stringContaining('npm run admin -- resume') })

	const copied = await runProgram('backup', [], { ...inCopy, BACKUP_TO: backups })
	expect(copied).toMatchObject({ code: 2, output: expect.stringContaining('Nothing was backed up') })

	const resent = await runProgram('admin', ['resend-receipt', 'HS-000001', '--by', 'Ada', '--yes'], inCopy)
	expect(resent).toMatchObject({
		code: 0,
		output: expect.stringMatching(/^Quarantined: .* nobody is .*emailed/m),
	})

	const shown = await runProgram('admin', ['resume', '--by', 'Ada'], inCopy)
	expect(shown.code).toBe(2)
	expect(shown.output).toMatch(/1 × answer-mail-request\n/)
	expect(shown.output).toMatch(/^Accounts deleted since .* exist again/m)
	expect(shown.output).toContain('Nothing was done. Add --yes to do it.')
	expect(await mailsTo(copy, email)).toEqual([])
	await runProgram('admin', ['resume', '--by', 'Ada', '--yes'], inCopy)
	await copy.stop()
	await copy.restart()
	expect(copy.output().split('Quarantined')).toHaveLength(2)
	// The link for a new password, and the receipt.
	await expect.poll(() => mailsTo(copy, email)).toHaveLength(2)
})

async function mailsTo({ sandboxUrl }: ShopProcess, email: string): Promise<unknown> {
	return await (await fetch(`${sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`)).json()
}
