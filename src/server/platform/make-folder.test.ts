import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '#server/platform/make-folder.ts'

test('a folder is created with its parents, and one that cannot be created is an error', async () => {
	const root = await mkdtemp(join(tmpdir(), 'headstart-folder-'))
	onTestFinished(() => rm(root, { recursive: true }))
	const deep = join(root, 'a', 'b', 'c')
	await makeFolder(deep, 0o700)
	await makeFolder(deep, 0o700)
	expect((await stat(deep)).mode & 0o777).toBe(0o700)
	await symlink(deep, join(root, 'link'))
	await makeFolder(join(root, 'link', 'd'))
	await writeFile(join(root, 'file'), '')
	await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
	await expect(makeFolder(join(root, 'file', 'e'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(existsSync('/proc/self'))(
	'a folder that the system refuses to create is an error, not an endless attempt',
	async () => {
		await expect(makeFolder('/proc/not-there/folder')).rejects.toMatchObject({ code: 'ENOENT' })
	},
)
