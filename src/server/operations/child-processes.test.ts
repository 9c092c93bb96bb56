import { expect, test } from 'vitest'
import { createBackgroundCheck } from '#server/operations/child-processes.ts'

test('a check whose program is killed in the middle of a line shows what it had found, and that it failed', async () => {
	const program = `
		process.stdout.write('{"says":"first"}\\n{"says":"sec', () => {
			process.stderr.write('looking at the mail\\n', () => process.kill(process.pid, 'SIGKILL'))
		})`
	const check = createBackgroundCheck<unknown>({
		args: ['--eval', program],
		read: (line) => JSON.parse(line),
		stopping: new AbortController().signal,
	})
	check.start()
	await expect.poll(() => check.lastRun()?.finished_at).toEqual(expect.any(String))
	expect(check.lastRun()).toMatchObject({ found: [{ says: 'first' }], failed: 'looking at the mail' })
})
