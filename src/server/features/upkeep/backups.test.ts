import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { backupsApi } from '#shared/admin/backups.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { tamper } from '#test/money-ledger.ts'
import { createWorld, useWorld, type World } from '#test/world.ts'

const folder = await mkdtemp(join(tmpdir(), 'headstart-backups-'))
let fails = false
let made = 0
/** Called while a backup is under way. */
let during = async () => {}
const world = await useWorld({
	admin: 'public',
	backups: {
		to: folder,
		programs: {
			backUp: async (report) => {
				report('Rows: 40%')
				await during()
				if (fails) throw new Error('The disk is full.')
				made += 1
				return 'headstart-20261128T031500Z is complete: 1.2 MB.'
			},
			checkBackups: async () => 'Every byte of 1 backup is as it was written.',
		},
	},
})
const owner = await signedInMember(world, 'owner')
afterAll(async () => await rm(folder, { recursive: true }))
beforeEach(async () => {
	fails = false
	made = 0
	during = async () => {}
	await tamper(world, 'delete from shop.backup_runs')
})

const act = async (name: string, of: World = world, by: TestMember = owner) =>
	await actAdmin(of, name, {}, { bearer: by.accessToken })
async function shown(of: World = world, by: TestMember = owner) {
	const { status, body } = await readAdmin(of, 'backups', { bearer: by.accessToken })
	expect(status).toBe(200)
	return backupsApi.backups.output.parse(body)
}

test('a member backs up the shop: it is begun at once, made by a job, and its progress and result are shown', async () => {
	expect((await act('back-up')).status).toBe(200)
	expect((await shown()).run).toMatchObject({ kind: 'backup', asked_by: owner.email, finished_at: null })
	expect((await act('check-backups')).body.message).toContain('is under way')
	during = async () => {
		expect((await act('back-up')).status).toBe(409)
	}
	await world.runJobs()
	expect(made).toBe(1)
	expect((await shown()).run).toMatchObject({
		finished_at: expect.any(String),
		result: 'headstart-20261128T031500Z is complete: 1.2 MB.',
		failed: null,
	})
	expect((await act('check-backups')).status).toBe(200)
	await world.runJobs()
	expect((await shown()).run).toMatchObject({ kind: 'check', result: expect.stringContaining('Every byte') })
})

test('six servers that run the job of one backup, and of the daily one, make one at a time', async () => {
	await act('back-up')
	let running = 0
	during = async () => {
		running += 1
		expect(running).toBe(1)
		await new Promise((resolve) => setTimeout(resolve, 100))
		running -= 1
	}
	const ends = await Promise.allSettled([
		world.runJobs(),
		...Array.from({ length: 5 }, () => world.runJob('back-up', {})),
	])
	expect(made).toBe(1)
	expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(5)
	await world.runJob('back-up', {})
	expect(made).toBe(2)
	expect((await shown()).run).toMatchObject({ asked_by: null })
})

test('a backup that fails says why, and is not tried again by itself if a member asked for it', async () => {
	fails = true
	await act('back-up')
	await world.runJobs()
	expect((await shown()).run).toMatchObject({ failed: 'The disk is full.', result: null })
	await expect(world.runJob('back-up', {})).rejects.toThrow('The disk is full.')
	fails = false
	expect((await act('back-up')).status).toBe(200)
	await world.runJobs()
	expect(made).toBe(1)
})

test('a run whose server was killed counts as ended two minutes later, and the next can begin', async () => {
	await act('back-up')
	world.clock.advance(121)
	expect((await shown()).run).toMatchObject({ failed: expect.stringContaining('stopped') })
	expect((await act('check-backups')).status).toBe(200)
	// The job of the first one runs after all: it makes nothing.
	await world.runJobs()
	expect(made).toBe(0)
})

test('backups that can’t be restored are shown, and a shop without a place for backups refuses to make one', async () => {
	const id = 'headstart-20261127T031500Z'
	await writeFile(join(folder, `${id}.json`), 'not JSON')
	expect((await shown()).stored).toMatchObject({
		rows: [{ id, made: null }],
		faults: [expect.any(String), expect.stringContaining(id)],
	})
	const other = await createWorld({ admin: 'public' })
	try {
		const member = await signedInMember(other, 'owner')
		expect(await shown(other, member)).toMatchObject({ place: null, stored: null, run: null })
		for (const name of ['back-up', 'check-backups']) {
			const refused = await act(name, other, member)
			expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('BACKUP_TO')])
		}
	} finally {
		await other.close()
	}
})
