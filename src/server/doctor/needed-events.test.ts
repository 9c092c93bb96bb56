import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { neededEvents } from '#server/doctor/needed-events.ts'

function textOf(path: string): Promise<string> {
	return readFile(new URL(path, import.meta.url), 'utf8')
}

test('the events the doctor asks for are those the shop acts on', async () => {
	const source = await textOf('../payments/stripe-shapes.ts')
	const acted = [...source.matchAll(/case '((?:checkout|charge|refund)\.[a-z_.]+)'/g)].map(([, name]) => name)
	expect(acted.length).toBeGreaterThan(0)
	expect(acted.toSorted()).toEqual([...neededEvents].toSorted())
})

test('the page for owners names each of them', async () => {
	const readme = await textOf('../../../README.md')
	for (const name of neededEvents) expect(readme).toContain(`\`${name}\``)
})
