import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareReads } from './compare-reads.ts'
import { measureAudit } from './measure-audit.ts'
import { report, reportAudit, reportReads } from './report.ts'
import { watchShop } from './run-shop.ts'
import { buildWorld } from './world.ts'

// `npm run bench:scale` measures a shop with 1,000,000 purchases, 200,000 users and 5,000,000 page views. It prints how
// PostgreSQL finds the rows of the ten statements that run most often. It also prints how long the owner's lists, every read of
// the admin and the scheduled jobs take. Exits with 1 if a target is missed. `--keep <folder>` keeps the shop and uses it again.
// `--build` only builds it. `--audit` measures `npm run audit` instead, in 10 to 23 minutes. `--users <number>` makes a
// smaller or larger shop.

const { values } = parseArgs({
	options: {
		keep: { type: 'string' },
		users: { type: 'string', default: '200000' },
		build: { type: 'boolean' },
		audit: { type: 'boolean' },
	},
})
const folder =
	values.keep === undefined ? await mkdtemp(join(tmpdir(), 'headstart-scale-')) : resolve(values.keep)
const startedAt = performance.now()
const say = (line: string) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${line}`)
let allMet = false
try {
	if (!existsSync(join(folder, 'postgresql'))) {
		await mkdir(folder, { recursive: true })
		// PostgreSQL's own user must be able to enter the folder.
		await chmod(folder, 0o755)
		await buildWorld(folder, Number(values.users), say)
		say('Built.')
	}
	// With `--build` the shop is not run, so that its folder can be copied in the state in which it was built.
	allMet = values.build === true || (await measure(folder))
} finally {
	if (values.keep === undefined) await rm(folder, { recursive: true, force: true })
}
// Otherwise a timer of the official client would keep the process alive.
process.exit(allMet ? 0 : 1)

async function measure(dataDir: string): Promise<boolean> {
	if (values.audit) return reportAudit(await measureAudit(dataDir))
	const isMet = report(await watchShop(dataDir, 20))
	// Measured last, because a new shop spends its first few minutes storing its movements, which would count as part of the reads.
	return reportReads(await compareReads(dataDir)) && isMet
}
