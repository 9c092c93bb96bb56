import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readHtml } from '#test/read-html.ts'
import { ChapterText } from './guide-text.tsx'
import { linesIn, sheetText } from './sheet-lines.ts'
import { openTypedFields, type Typed } from './typed-fields.ts'

const editionSchema = z.object({ chapters: z.array(z.object({ html: z.string() })) })
const guides = ['StudentGuide', 'StartupBlueprint']

const week = (name: string, kind: string) =>
	`<span data-field="${name}" data-kind="${kind}" data-row="Week"></span>`
const html = `<h3>My hours</h3><div class="sheet"><p class="answer" data-field="where" data-kind="lines">Where, and when</p>
	<table><thead><tr><th>Begins</th><th>Job one</th><th>Total</th></tr></thead><tbody>
	<tr><th>1${week('h-1-begins', 'text')}</th><td>${week('h-1-one', 'hours')}</td><td>${week('h-1-total', 'week')}</td></tr>
	<tr><th>2${week('h-2-begins', 'text')}</th><td>${week('h-2-one', 'hours')}</td><td>${week('h-2-total', 'week')}</td></tr>
	</tbody></table></div>`

function pageWith(typed: Typed, text = html): string {
	const fields = openTypedFields('ada', 'a-guide')
	fields.change({ ...Object.fromEntries(Object.keys(fields.read()).map((name) => [name, ''])), ...typed })
	const ticks = { isTicked: () => false, tick: () => undefined }
	return renderToStaticMarkup(
		<ChapterText
			chapter={{ id: 'work', title: 'Work', nodes: readHtml(text) }}
			matches={undefined}
			current={null}
			ticks={ticks}
			fields={fields}
		/>,
	)
}

test('every field has a label of its own, in a group named after its row', () => {
	const page = pageWith({ 'h-2-one': '22' })
	const ids = [...page.matchAll(/<(?:textarea|input|output)[^>]* id="([^"]+)"/g)].map(([, id]) => id)
	const labels = [...page.matchAll(/<label for="([^"]+)">/g)].map(([, id]) => id)
	expect(ids).toHaveLength(7)
	expect([...labels].sort()).toEqual([...ids].sort())
	expect(page.match(/<legend>.*?<\/legend>/g)).toEqual(['<legend>Week 1</legend>', '<legend>Week 2</legend>'])
	expect(page).toMatch(
		/<output[^>]* data-warns="true">22 hours: 2 hours over the 20 of a week in term\.<\/output>/,
	)
	expect(page).toMatch(/<input inputMode="decimal"[^>]* value="22"/)
})

test('a choice is a group of radio buttons, and is saved with its question', () => {
	const choice =
		'<div data-field="hurt" data-kind="choice"><p class="answer">How much?</p><ul><li>a sigh</li><li>they pay</li></ul></div>'
	const page = pageWith({ hurt: 'they pay' }, choice)
	expect(page).toContain('<legend>How much?</legend>')
	expect(page.match(/type="radio"/g)).toHaveLength(2)
	expect(page).toMatch(/checked=""[^>]*\/><span>they pay/)
	expect(sheetText('Talk', linesIn(readHtml(choice)), { hurt: 'they pay' })).toBe(
		'Talk\n\nHow much?: they pay\n',
	)
})

test('what is typed carries no markup into the page', () => {
	const typed = '</textarea><script>steal()</script>"onfocus="steal()'
	const page = pageWith({ where: typed, 'h-1-begins': typed, 'h-1-one': typed })
	expect(page).not.toContain('<script')
	expect(page).not.toContain('"onfocus=')
	expect(page.split('&lt;/textarea&gt;&lt;script&gt;steal()').length).toBeGreaterThan(5)
})

test('saves each field that isn’t empty with its row and label, and what is counted', () => {
	const lines = linesIn(readHtml(html))
	expect(sheetText('My hours', lines, { where: 'Café,\nMondays', 'h-1-one': '7:30', 'h-9-one': '3' })).toBe(
		'My hours\n\nWhere, and when: Café,\nMondays\nWeek 1, Job one: 7:30\nWeek 1, Total: 7.5 hours\n',
	)
})

test('keeps what is typed for each user and guide, beside what another tab has stored, until it is cleared', () => {
	const [mine, myOtherTab] = [openTypedFields('bo', 'guide'), openTypedFields('bo', 'guide')]
	mine.change({ one: '1' })
	myOtherTab.change({ two: '2' })
	mine.refresh()
	expect(mine.read()).toEqual({ one: '1', two: '2' })
	expect(openTypedFields('bo', 'guide').read()).toEqual({ one: '1', two: '2' })
	expect(openTypedFields('cy', 'guide').read()).toEqual({})
	expect(openTypedFields('bo', 'other').read()).toEqual({})
	mine.change({ one: '', two: '' })
	expect(openTypedFields('bo', 'guide').read()).toEqual({})
})

test.each(guides)('no two fields of the %s share a name', (guide) => {
	const { chapters } = editionSchema.parse(JSON.parse(readFileSync(`goods/${guide}-read.json`, 'utf8')))
	const names = chapters.flatMap((chapter) => linesIn(readHtml(chapter.html))).map(({ field }) => field.name)
	expect(names.length).toBeGreaterThan(12)
	expect(new Set(names).size).toBe(names.length)
})
