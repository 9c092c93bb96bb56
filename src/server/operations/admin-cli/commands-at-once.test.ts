import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { commands } from '#server/operations/admin-cli/commands.ts'
import { readCall } from '#server/operations/admin-cli/run-command.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { newMember } from '#test/admin-api.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { confirmedUser } from '#test/auth.ts'
import { campusMetadataUrl } from '#test/campus.ts'
import { signedInClient } from '#test/clients.ts'
import { pauseEvents, sell, sellOnHold, tamper } from '#test/money-ledger.ts'
import { withSecondStep } from '#test/second-step.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld, type World } from '#test/world.ts'

const folder = await mkdtemp(join(tmpdir(), 'campus-'))
let world: World
beforeAll(async () => {
	world = await createWorld({ sandbox: true, admin: 'public' })
	await pauseEvents(world)
})
afterAll(async () => {
	await world.close()
	await rm(folder, { recursive: true })
})

const run = (...argv: string[]) => runAdmin(adminContextOf(world), ...argv)

async function review(): Promise<string> {
	const client = await signedInClient(world)
	await client.from('purchases').insert(freeGuide())
	const { data } = await client
		.from('reviews')
		.insert({ catalogue_id: '1', rating: 5, body: '' })
		.select('id')
	return (
		z
			.array(z.object({ id: z.uuid() }))
			.length(1)
			.parse(data)[0]?.id ?? ''
	)
}

async function metadataFile(): Promise<string> {
	const file = join(folder, 'metadata.xml')
	await writeFile(file, await (await fetch(campusMetadataUrl(world))).text())
	return file
}

/** Prepares the shop for a command, and returns its arguments. A new command that changes something needs a line here. */
const argumentsOf: Readonly<Record<string, () => Promise<string[]>>> = {
	ban: async () => [(await confirmedUser(world)).email, '--for', '3d'],
	unban: async () => {
		const { email } = await confirmedUser(world)
		await run('ban', email, '--for', '3d')
		return [email]
	},
	'drop-second-step': async () => [(await withSecondStep(world)).email, '--reason', 'called us'],
	'add-member': async () => [(await confirmedUser(world)).email, '--role', 'helper'],
	'remove-member': async () => [(await newMember(world, 'helper')).email],
	release: async () => [(await sellOnHold(world, { hasAccount: true })).purchaseId],
	attach: async () => [
		(await sellOnHold(world, { hasAccount: false })).purchaseId,
		(await confirmedUser(world)).email,
	],
	refund: async () => [(await sell(world)).purchaseId, '--amount', '1'],
	returned: async () => [(await sell(world)).purchaseId, '--reason', 'by bank transfer'],
	resend: async () => [(await sell(world)).purchaseId],
	answer: async () => [await review(), '--text', 'Thanks'],
	hide: async () => [await review(), '--reason', 'advert'],
	unhide: async () => {
		const id = await review()
		await run('hide', id, '--reason', 'advert')
		return [id]
	},
	'add-sso': async () => {
		await tamper(world, 'delete from auth.sso_providers')
		return [await metadataFile(), '--domains', 'campus.test']
	},
	'remove-sso': async () => {
		await tamper(world, 'delete from auth.sso_providers')
		await run('add-sso', await metadataFile(), '--domains', 'campus.test')
		return ['campus.test']
	},
	retry: async () => {
		await tamper(
			world,
			`select graphile_worker.add_job('send-receipt', json_build_object('purchaseId', gen_random_uuid()), max_attempts => 1)`,
		)
		await tamper(
			world,
			`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x' where max_attempts = 1`,
		)
		return []
	},
	rebuild: async () => [],
	resume: async () => {
		await tamper(world, `update shop.live_site set restored_at = now(), restored_from = '2026-10-01 08:00Z'`)
		return []
	},
}

async function countActs(): Promise<number> {
	const [row] = await world.database.query(
		sql`select count(*)::integer as count from shop.owner_acts`,
		z.object({ count: z.int() }),
	)
	return row?.count ?? 0
}

const changing = Object.entries(commands).flatMap(([name, { changes }]) => (changes ? [name] : []))

test.each(changing)(
	'of six people who are asked whether to %s at the same moment, one does it',
	async (name) => {
		const command = commands[name]
		const prepared = argumentsOf[name]
		if (command === undefined || prepared === undefined) throw new Error(`there are no arguments for ${name}`)
		const argv = await prepared()
		const { input } = readCall(command, [...argv, '--by', 'Ada'])
		const before = await countActs()
		const plans = await Promise.all(
			Array.from({ length: 6 }, () => command.prepare(adminContextOf(world), input)),
		)
		for (const { will } of plans) expect(will).not.toEqual([])
		expect(await countActs()).toBe(before)
		const done = await Promise.allSettled(plans.map(({ act }) => act()))
		const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
		for (const reason of refused) expect(reason, String(reason)).toBeInstanceOf(DecisionError)
		expect(refused).toHaveLength(5)
		expect(await countActs()).toBe(before + 1)
	},
)
