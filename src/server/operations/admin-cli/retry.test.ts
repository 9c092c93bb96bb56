import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { audit, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})

const retry = () => runAdmin(adminContextOf(world), 'retry-jobs')

/** Makes a job that emails a receipt and has used this many of its five attempts. */
async function unsentReceipt({ purchaseId }: Sale, attempts: number): Promise<void> {
	await world.database.query(
		sql`update public.receipts set mailed_at = null where purchase_id = ${purchaseId}`,
	)
	await world.database.query(sql`
		select from graphile_worker.add_job('send-receipt', ${JSON.stringify({ purchaseId })}::json, max_attempts => 5)`)
	await world.database.query(sql`
		select from graphile_worker.reschedule_jobs(
			(select array_agg(id) from graphile_worker.jobs), run_at => now() + interval '1 hour', attempts => ${attempts}
		)`)
}

async function mailedTo({ userId }: Sale): Promise<number> {
	const [row] = await world.database.query(
		sql`select email from auth.users where id = ${userId}`,
		z.object({ email: z.string() }),
	)
	return world.mails.filter(({ to, subject }) => to === row?.email && /receipt/i.test(subject)).length
}

test('a job that failed permanently is reported by the audit until the admin CLI retries it', async () => {
	const sale = await sell(world)
	await unsentReceipt(sale, 5)
	expect((await audit(world)).join('\n')).toMatch(/failed permanently: send-receipt/)
	await world.runJobs()
	expect(await mailedTo(sale)).toBe(1)
	expect(await retry()).toEqual(['Retried: 1'])
	await world.runJobs()
	expect(await mailedTo(sale)).toBe(2)
	expect(await audit(world)).toEqual([])
	expect(await retry()).toEqual(['Retried: 0'])
})

test('the admin CLI does not reschedule a job that has attempts left', async () => {
	const sale = await sell(world)
	await unsentReceipt(sale, 4)
	expect(await retry()).toEqual(['Retried: 0'])
	await world.runJobs()
	expect(await mailedTo(sale)).toBe(1)
})
