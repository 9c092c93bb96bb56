import { readFile } from 'node:fs/promises'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { budgetPlanner } from '../../catalogue/budget-planner/product.ts'
import { plannerScenes, plannerVideo } from '../../catalogue/budget-planner/video.ts'
import { dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { readDrawn } from '../drawn.ts'
import { captionsOf, filmSource } from '../film/planner-film.ts'
import { filmStages, ticketPence } from '../film/stages.ts'
import { type ExpectedFigures, expectedPlanner } from './expected-planner.ts'
import { examplePlanner, type PlannerData } from './planner-data.ts'
import { sheetPlan } from './sheet-plan.ts'

const megabyte = 1_000_000

describe('the film of the planner', () => {
	it('was made from the current workbook', async () => {
		expect(readDrawn()['catalogue/budget-planner/video']).toBe(await filmSource())
	})

	it('exists in both formats, together under 3 MB', async () => {
		const [webm, mp4] = await Promise.all([file('planner.webm'), file('planner.mp4')])
		expect(webm.subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
		expect(mp4.toString('latin1', 4, 8)).toBe('ftyp')
		expect(webm.length + mp4.length).toBeLessThan(3 * megabyte)
	})

	it('has the stated length and size, and can start playing before it has fully loaded', async () => {
		const mp4 = await file('planner.mp4')
		const header = mp4.indexOf('mvhd')
		const seconds = mp4.readUInt32BE(header + 20) / mp4.readUInt32BE(header + 16)
		expect(Math.ceil(Number(seconds.toFixed(2)))).toBe(plannerVideo.seconds)
		expect(plannerVideo.seconds).toBeGreaterThanOrEqual(15)
		expect(plannerVideo.seconds).toBeLessThanOrEqual(30)
		const track = mp4.indexOf('tkhd')
		expect([mp4.readUInt32BE(track + 80) / 65_536, mp4.readUInt32BE(track + 84) / 65_536]).toEqual([
			plannerVideo.width,
			plannerVideo.height,
		])
		expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
	})

	it('has captions that match the transcript and stay long enough to be read', async () => {
		const scenes = Object.values(plannerScenes)
		expect((await file('planner.vtt')).toString()).toBe(captionsOf(scenes))
		expect(plannerVideo.transcript).toEqual(scenes.map(({ words }) => words))
		for (const { words, seconds } of scenes) expect(words.length / seconds).toBeLessThan(37)
	})

	it('has a poster in every width and format', async () => {
		for (const width of plannerVideo.poster.widths) {
			for (const format of ['avif', 'webp', 'jpg']) {
				const poster = await loadImage(await file(`poster-${width}.${format}`))
				expect(poster.width).toBe(width)
				expect(poster.height / width).toBeCloseTo(plannerVideo.height / plannerVideo.width, 2)
			}
		}
	})

	it('quotes the figures of the planner', () => {
		const { dashboard, ticket, moneyIn, spending, fixedCosts } = plannerScenes
		const { safeToSpendPence, now } = figuresOf(examplePlanner)
		const leftPence = safeToSpendPence - now.spentPence
		expect(amountsIn(dashboard.words)).toEqual([safeToSpendPence, leftPence])
		expect(amountsIn(ticket.words)).toEqual([ticketPence, leftPence - ticketPence])
		expect(amountsIn(moneyIn.words)).toEqual([examplePlanner.startingPence, examplePlanner.income[0]?.pence])
		expect(amountsIn(spending.words)).toEqual(examplePlanner.spending.slice(-2).map(({ pence }) => pence))
		expect(amountsIn(fixedCosts.words)).toEqual([examplePlanner.costs[0]?.pence])
		expect(plannerVideo.poster.alt).toContain(`£${safeToSpendPence / 100}`)
	})

	it('correctly says that buying the ticket never takes the account below zero', () => {
		expect(plannerScenes.year.words).toContain('never goes below zero')
		expect(figuresOf(filmStages().ticket).lowestPence).toBeGreaterThanOrEqual(0)
	})
})

function figuresOf(data: PlannerData): ExpectedFigures {
	const expected = expectedPlanner(sheetPlan(data), dayNumber(budgetPlanner.edition?.date ?? ''))
	if (!expected.isKnown) throw new Error('the example has something to check')
	return expected.figures
}

/** Returns the amounts of money in a text, in pence. */
function amountsIn(text: string): number[] {
	return [...text.matchAll(/£([\d,]+(?:\.\d\d)?)/g)].map(([, amount]) =>
		Math.round(Number(amount?.replace(',', '')) * 100),
	)
}

function file(name: string): Promise<Buffer> {
	return readFile(new URL(`../../catalogue/budget-planner/video/${name}`, import.meta.url))
}
