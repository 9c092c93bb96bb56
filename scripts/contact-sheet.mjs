// `npm run contact-sheet`: takes pictures of every screen and state that journeys check, at four widths in both themes, and lists them in
// `test-results/contact-sheet/index.html`. `npm run contact-sheet -- shelf` takes those of one journey.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwright } from './setup/checks.mjs'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

const folder = join(rootDir, 'test-results/contact-sheet')

await runScript(async () => {
	const chosen = process.argv.slice(2)
	const node = await prepare({ builds: ['pages', 'programs'], tools: true })
	rmSync(folder, { recursive: true, force: true })
	mkdirSync(folder, { recursive: true })
	const journeys = chosen.length > 0 ? chosen : journeysWithStates()
	const { code } = await run(node, [playwright, 'test', ...journeys], { env: { CONTACT_SHEET: folder } })
	writeFileSync(
		join(folder, 'index.html'),
		pageOf(readdirSync(folder).filter((name) => name.endsWith('.jpg'))),
	)
	console.log(join(folder, 'index.html'))
	return code
})

/** Returns the journeys that check how a state looks. */
function journeysWithStates() {
	const files = readdirSync(join(rootDir, 'e2e'), { recursive: true, encoding: 'utf8' })
	return files.filter(
		(name) =>
			name.endsWith('.spec.ts') && readFileSync(join(rootDir, 'e2e', name), 'utf8').includes('/good-page.ts'),
	)
}

/** @param {string[]} pictures */
function pageOf(pictures) {
	const states = [...new Set(pictures.map((name) => name.replace(/\.\d+\.\w+\.jpg$/, '')))].toSorted()
	const rows = states.map((state) => {
		const shown = pictures.filter((name) => name.startsWith(`${state}.`))
		const links = shown.map(
			(name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`,
		)
		return `<h2>${state}</h2><p>${links.join('')}</p>`
	})
	return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body { font: 1rem sans-serif } p { display: flex; gap: .5rem; overflow-x: auto } img { height: 30rem; border: 1px solid #999 }</style>
${rows.join('\n')}`
}
