import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#server/features/operations.ts'
import { AppError } from '#server/platform/app-error.ts'
import { sql } from '#server/platform/db/sql.ts'
import { newMember } from '#test/admin-api.ts'
import { adminContextOf, runAdmin, typeCommand } from '#test/admin-cli.ts'
import { confirmedUser } from '#test/auth.ts'
import { campusMetadataUrl } from '#test/campus.ts'
import { signedInClient } from '#test/clients.ts'
import { pauseEvents, sell, sellOnHold, tamper } from '#test/money-ledger.ts'
import { withSecondStep } from '#test/second-step.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
beforeAll(async () => {
	await pauseEvents(world)
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

const metadata = async () => await (await fetch(campusMetadataUrl(world))).text()

/** Prepares the shop for an act, and returns its arguments. An act that the command line alone offers needs a line here. */
const argumentsOf: Readonly<Record<string, () => Promise<string[]>>> = {
	'ban-customer': async () => [(await confirmedUser(world)).email, '3'],
	'end-ban': async () => {
		const { email } = await confirmedUser(world)
		await run('ban-customer', email, '3')
		return [email]
	},
	'drop-second-step': async () => [(await withSecondStep(world)).email],
	'add-member': async () => [(await confirmedUser(world)).email, 'helper'],
	'remove-member': async () => [(await newMember(world, 'helper')).email],
	'release-purchase': async () => [(await sellOnHold(world, { hasAccount: true })).purchaseId],
	'attach-purchase': async () => [
		(await sellOnHold(world, { hasAccount: false })).purchaseId,
		(await confirmedUser(world)).email,
	],
	refund: async () => [(await sell(world)).purchaseId, '--amount', '1'],
	'record-refund': async () => [(await sell(world)).purchaseId],
	'resend-receipt': async () => [(await sell(world)).purchaseId],
	'answer-review': async () => [await review(), 'Thanks'],
	'hide-review': async () => [await review(), 'advert'],
	'show-review': async () => {
		const id = await review()
		await run('hide-review', id, 'advert')
		return [id]
	},
	'add-university': async () => {
		await tamper(world, 'delete from auth.sso_providers')
		return [await metadata(), 'campus.test']
	},
	'remove-university': async () => {
		await tamper(world, 'delete from auth.sso_providers')
		await run('add-university', await metadata(), 'campus.test')
		return ['campus.test']
	},
	'retry-jobs': async () => {
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
	'rebuild-records': async () => [],
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

test('every act that only the command line offers is tested here', () => {
	const own = Object.entries(operations).filter(([, { commandLineOnly }]) => commandLineOnly)
	expect(Object.keys(argumentsOf)).toEqual(expect.arrayContaining(own.map(([name]) => name)))
	expect(own.length).toBeGreaterThan(0)
})

test.each(Object.keys(argumentsOf))(
	'of six people who are asked whether to %s at the same moment, one does it',
	async (name) => {
		const argv = [name, ...((await argumentsOf[name]?.()) ?? []), '--by', 'Ada', '--reason', 'a test']
		const before = await countActs()
		const asked = Promise.withResolvers<void>()
		let questions = 0
		const confirm = async () => {
			questions += 1
			if (questions === 6) {
				expect(await countActs(), 'nobody has acted before they have said yes').toBe(before)
				asked.resolve()
			}
			await asked.promise
			return true
		}
		const done = await Promise.allSettled(
			Array.from({ length: 6 }, () => typeCommand(adminContextOf(world), argv, { confirm })),
		)
		const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
		for (const reason of refused) {
			expect(reason, String(reason)).toBeInstanceOf(AppError)
			expect(reason.status).toBe(409)
		}
		expect(refused).toHaveLength(5)
		for (const one of done) if (one.status === 'fulfilled') expect(one.value.notes.length).toBeGreaterThan(0)
		expect(await countActs()).toBe(before + 1)
	},
)
