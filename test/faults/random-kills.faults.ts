import { expect, test } from 'vitest'
import { shopForFile } from './fault-shop.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { randomKills, seed } from './run-options.ts'

// Users buy, press twice, refund, dispute and take free guides, while the server is killed at random moments.

const shop = shopForFile()
const shoppersAtOnce = 5
const killsBetweenAudits = 10
/** The longest time between two kills in milliseconds, enough for a whole purchase. */
const longestLifeMs = 1_500

test(`after ${randomKills} random kills the shop has lost nothing and given nothing away (seed ${seed})`, {
	timeout: randomKills * 10_000 + 120_000,
}, async () => {
	const chance = seededChance(seed)
	const { process: server, expectAgreement, promises } = shop()
	for (let kills = 0; kills < randomKills; ) {
		const shoppers = await Promise.all(Array.from({ length: shoppersAtOnce }, () => shop().shopper()))
		const busy = keepBusy(shoppers, chance)
		for (let left = killsBetweenAudits; left > 0 && kills < randomKills; left -= 1) {
			await new Promise((resolve) => setTimeout(resolve, chance.between(0, longestLifeMs)))
			await server.kill()
			kills += 1
			await shop().restart()
		}
		// Without purchases the test would prove nothing, and on a busy machine few are made between the kills.
		await expect.poll(() => promises.opened.length, { timeout: 60_000 }).toBeGreaterThan(kills)
		await expect.poll(() => promises.free.length, { timeout: 60_000 }).toBeGreaterThan(0)
		await busy.stop()
		await expectAgreement()
	}
})
