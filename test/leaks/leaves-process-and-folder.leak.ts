import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('leaves a folder and a process behind', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-forgotten-'))
	const { pid } = spawn('sleep', ['600'], { cwd: folder, detached: true, stdio: 'ignore' })
	expect(pid).toBeGreaterThan(0)
})
