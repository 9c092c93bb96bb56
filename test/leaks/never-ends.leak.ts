import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'

test('makes a folder, starts a process, and never ends', { timeout: 600_000 }, async () => {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-unfinished-'))
	spawn('sleep', ['600'], { cwd: folder, detached: true, stdio: 'ignore' })
	await new Promise(() => {})
})
