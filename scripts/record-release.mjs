// Runs within `npm version` and records the release that is being made. Tests compare later migrations with it, because servers may
// still run this release while the next one migrates their database.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './setup/run.mjs'

const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'))
const migrations = readdirSync(join(rootDir, 'migrations'))
	.filter((name) => /\.(sql|mjs)$/.test(name))
	.sort()
const lastMigration = migrations.at(-1)?.replace(/\.(sql|mjs)$/, '')
const released = { version, migrations: migrations.length, lastMigration }
writeFileSync(join(rootDir, 'deploy/released.json'), `${JSON.stringify(released, null, '\t')}\n`)
