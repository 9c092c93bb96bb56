import { expect, test } from 'vitest'
import { shopForFile } from './fault-shop.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { randomKills, seed } from './run-options.ts'

// People buy, press twice, give back, dispute and take free guides, while the server is killed at moments nobody chose.

const shop = shopForFile()
const shoppersAtOnce = 5
const killsBetweenAudits = 10
/** The longest a server lives between two kills, in milliseconds; long enough for a whole purchase. */
const longestLifeMs = 1_500

test(`killed ${randomKills} times at random, the shop loses nothing and gives nothing away (seed ${seed})`, {
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
		await busy.stop()
		await expectAgreement()
	}
	// Nothing bought would be nothing tested.
	expect(promises.opened.length).toBeGreaterThan(randomKills)
	expect(promises.free.length).toBeGreaterThan(0)
})
