import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { cv } from '#test/checkout.ts'
import { clientOf } from '../../e2e/people.ts'
import { startShopProcess } from '../../e2e/shop-process.ts'
import { differences } from '../faults/audit.ts'
import { databaseOf } from '../faults/in-database.ts'
import { noPromises } from '../faults/promises.ts'
import { providerOf } from '../faults/provider-of.ts'
import { recoveryMs } from '../faults/run-options.ts'
import { createShopper, freeGuides } from '../faults/shopper.ts'
import {
	CannotBeBuilt,
	describeCommit,
	everyState,
	lastRelease,
	prepareCommit,
	removeCommits,
} from './commits.ts'

// A shop of an earlier commit is started and used. Then the current commit is started on the folder of that shop.

const given = (process.env.UPGRADE_FROM ?? '').split(' ').filter((each) => each !== '')
const commits = given.includes('all') ? await everyState() : given.length > 0 ? given : [await lastRelease()]
const states = await Promise.all(
	commits.map(async (commit) => ({ commit, name: await describeCommit(commit) })),
)
const newest = fileURLToPath(new URL('../..', import.meta.url))
afterAll(removeCommits)

test.for(states)('a shop at $name can be upgraded', { timeout: 600_000 }, async ({ commit }, { skip }) => {
	const old = await prepareCommit(commit).catch((error: unknown) => {
		if (error instanceof CannotBeBuilt) skip('nobody could use this commit, because it cannot be built')
		throw error
	})
	let release = old
	const shop = await startShopProcess({}, { release: () => release })
	try {
		const promises = noPromises()
		const shopper = await createShopper({ ...shop, promises })
		const taken = await shopper.take(freeGuides[0])
		const checkoutSessionId = await shopper.open(cv)
		const paid =
			checkoutSessionId !== undefined &&
			(await shopper.pay(checkoutSessionId)) &&
			(await shopper.returnTo(checkoutSessionId))
		const before = await purchasesOf(shopper.client)
		expect(await shop.stop()).toBe(0)

		release = newest
		await shop.restart()
		const client = await clientOf(shop)
		const { error } = await client.auth.signInWithPassword(shopper.person)
		expect(error).toBeNull()
		expect(await purchasesOf(client)).toEqual(before)
		const files = [...(taken ? [freeGuides[0].file] : []), ...(paid === 'completed' ? ['CV.zip'] : [])]
		for (const file of files) {
			const link = await client.storage.from('pdfs').createSignedUrl(file, 60)
			expect((await fetch(link.data?.signedUrl ?? '')).status).toBe(200)
		}
		const payments = await providerOf(shop.dataDir, shop.sandboxUrl)
		const databaseUrl = () => databaseOf(shop.dataDir)
		// Purchases from before there were receipts get a receipt, but it is not emailed.
		const found = async () =>
			(await differences({ payments, sandboxUrl: shop.sandboxUrl, databaseUrl, promises })).filter(
				(line) => !line.startsWith('I4'),
			)
		await expect.poll(found, { timeout: recoveryMs, interval: 500 }).toEqual([])
		const { stdout } = await promisify(execFile)(process.execPath, ['src/server/operations/audit/main.ts'], {
			cwd: newest,
			env: { ...process.env, ...shop.settings },
		})
		const used = [
			`${before.length} purchases`,
			`bought: ${paid || 'no'}`,
			`files: ${files.join(', ') || 'none'}`,
		]
		console.info(
			`${await describeCommit(commit)}\n  ${used.join('; ')}\n  ${stdout.trim().split('\n').at(-1)}`,
		)
	} finally {
		await shop.dispose()
		await rm(old, { recursive: true, force: true })
	}
})

async function purchasesOf(client: Awaited<ReturnType<typeof clientOf>>): Promise<unknown[]> {
	const columns = 'id, product_name, price, currency, status, created_at'
	const { data, error } = await client.from('purchases').select(columns).order('created_at')
	if (error !== null) throw error
	return data
}
