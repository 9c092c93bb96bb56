import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { findDatabase } from '#server/operations/admin-cli/find-database.ts'

test('a command-line program rejects a folder without a shop, and creates none there', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-no-shop-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const opened = new AsyncDisposableStack()
	onTestFinished(() => opened.disposeAsync())
	await expect(findDatabase(readConfig({ DATA_DIR: folder }), opened, () => {})).rejects.toThrow(
		`There is no shop in ${folder}. Set DATA_DIR`,
	)
	expect(await readdir(folder)).toEqual([])
})
