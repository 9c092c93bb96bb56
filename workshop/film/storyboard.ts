import type { SKRSContext2D } from '@napi-rs/canvas'
import { type FilmScene, plannerScenes } from '../../catalogue/budget-planner/video.ts'
import { drawAround, drawCard, drawPaper, type Tab } from './frame.ts'
import type { View } from './motion.ts'
import { sheetScene } from './sheet-scene.ts'
import { placeOf, type SheetShot } from './sheet-shot.ts'
import type { Shoot } from './shots.ts'

/** A scene with the function that draws it. `now` is in seconds from its start. */
export interface DrawnScene extends FilmScene {
	draw: (context: SKRSContext2D, now: number) => void
}

/**
 * Returns the scenes of the film. Finds typed fields in the prints by their words, and throws if the example no longer has those
 * words.
 */
export async function storyboard(shoot: Shoot): Promise<DrawnScene[]> {
	const { title, moneyIn, fixedCosts, spending, dashboard, ticket, year, end } = plannerScenes
	return [
		card(title, {
			lines: ['One number', 'for the week'],
			marked: 'One number',
			below: 'Student Budget Planner: three loan instalments, spread over the weeks.',
		}),
		sheet(moneyIn, 'Setup', await moneyInScene(shoot)),
		sheet(fixedCosts, 'Setup', await fixedCostsScene(shoot)),
		sheet(spending, 'Spending', await spendingScene(shoot)),
		sheet(dashboard, 'Dashboard', await dashboardScene(shoot)),
		await ticketScene(shoot, ticket),
		sheet(year, 'Dashboard', await yearScene(shoot)),
		card(end, {
			lines: ['Fifteen minutes', 'once, five', 'a week'],
			marked: 'Fifteen minutes',
			below: 'Student Budget Planner, by Headstart.',
		}),
	]
}

type Draw = DrawnScene['draw']

function card(scene: FilmScene, words: Parameters<typeof drawCard>[1]): DrawnScene {
	return {
		...scene,
		draw: (context, now) => {
			drawPaper(context)
			drawCard(context, words, now)
		},
	}
}

function sheet(scene: FilmScene, tab: Tab, draw: Draw): DrawnScene {
	return {
		...scene,
		draw: (context, now) => {
			drawPaper(context)
			draw(context, now)
			drawAround(context, scene.headline, tab)
		},
	}
}

/** Returns a view near a text of the print. Its distances are in em of that text, so it stays right if the layout changes. */
function near(
	shot: SheetShot,
	words: string,
	{ right, down, width }: { right: number; down: number; width: number },
	occurrence: number | 'last' = 0,
): View {
	const { left, top, em } = placeOf(shot, words, occurrence)
	return { left: left + right * em, top: top + down * em, width: width * em }
}

async function moneyInScene(shoot: Shoot): Promise<Draw> {
	const after = await shoot('moneyIn', 'setup')
	const anchor = 'First Monday of the plan'
	return sheetScene({
		before: await shoot('empty', 'setup'),
		after,
		camera: [
			{ arrives: 0, takes: 1, view: near(after, anchor, { right: -1.5, down: -4.5, width: 47 }) },
			{ arrives: 1.1, takes: 0.9, view: near(after, anchor, { right: -1.2, down: -0.6, width: 28 }) },
			{ arrives: 3.9, takes: 0.6, view: near(after, anchor, { right: 7, down: -0.6, width: 28 }) },
			{ arrives: 5.2, takes: 0.5, view: near(after, anchor, { right: -1.2, down: -0.6, width: 34 }) },
		],
		typings: [
			{ words: '£120.00', begins: 1.1, takes: 0.5 },
			{ words: 'Maintenance loan, autumn', begins: 1.95, takes: 0.9 },
			{ words: '£2,500.00', begins: 3.15, takes: 0.5 },
			// The first two occurrences are the first Monday of the plan and the first day of term.
			{ words: '28 Sep 2026', occurrence: 2, begins: 4, takes: 0.55 },
		],
		recalculates: 4.75,
	})
}

async function fixedCostsScene(shoot: Shoot): Promise<Draw> {
	const after = await shoot('fixed', 'setup')
	const anchor = 'Fixed costs: rent, bills, passes, the train home'
	return sheetScene({
		before: await shoot('moneyIn', 'setup'),
		after,
		camera: [
			{
				arrives: 0,
				takes: 1,
				view: near(after, 'First Monday of the plan', { right: -1.2, down: -0.6, width: 34 }),
			},
			{ arrives: 0.8, takes: 0.8, view: near(after, anchor, { right: -0.7, down: -0.7, width: 23 }) },
			{ arrives: 2.4, takes: 0.6, view: near(after, anchor, { right: 6, down: -0.7, width: 23 }) },
			{ arrives: 3.5, takes: 0.5, view: near(after, anchor, { right: -0.7, down: -0.7, width: 29 }) },
		],
		typings: [
			{ words: 'Rent', begins: 1, takes: 0.35 },
			{ words: '£520.00', begins: 1.7, takes: 0.45 },
			{ words: 'Monthly', begins: 2.5, takes: 0.35 },
		],
		recalculates: 3.1,
	})
}

async function spendingScene(shoot: Shoot): Promise<Draw> {
	const after = await shoot('weekTyped', 'spending')
	const view = (right: number) => near(after, 'Food', { right, down: -9, width: 27.8 }, 'last')
	return sheetScene({
		before: await shoot('weekBefore', 'spending'),
		after,
		camera: [
			{ arrives: 0, takes: 1, view: view(-10.2) },
			{ arrives: 1.2, takes: 0.7, view: view(-1) },
		],
		typings: [
			{ words: '3 Nov 2026', begins: 0.35, takes: 0.35 },
			{ words: 'Food', occurrence: 'last', begins: 1.25, takes: 0.25 },
			{ words: '£19.80', begins: 1.85, takes: 0.35 },
			{ words: 'Shop', occurrence: 'last', begins: 2.5, takes: 0.25 },
		],
		recalculates: 3,
	})
}

const weekLabel = 'Week to show (empty: today’s)'
const thisWeek = (shot: SheetShot) => near(shot, weekLabel, { right: -1.1, down: -2.1, width: 31 })

async function dashboardScene(shoot: Shoot): Promise<Draw> {
	const after = await shoot('weekTyped', 'dashboard')
	return sheetScene({
		before: await shoot('weekBefore', 'dashboard'),
		after,
		camera: [{ arrives: 0, takes: 1, view: thisWeek(after) }],
		typings: [],
		recalculates: 1.5,
	})
}

async function ticketScene(shoot: Shoot, scene: FilmScene): Promise<DrawnScene> {
	const turns = 2.4
	const spent = await shoot('ticket', 'spending')
	const typed = sheetScene({
		before: await shoot('weekTyped', 'spending'),
		after: spent,
		camera: [
			{ arrives: 0, takes: 1, view: near(spent, 'Food', { right: -1, down: -9, width: 27.8 }, 'last') },
		],
		typings: [
			{ words: 'Going out', occurrence: 'last', begins: 0.4, takes: 0.3 },
			{ words: '£38.00', begins: 1, takes: 0.35 },
			{ words: 'Concert ticket', begins: 1.65, takes: 0.4 },
		],
		recalculates: turns,
	})
	const answer = await shoot('ticket', 'dashboard')
	const answered = sheetScene({
		before: await shoot('weekTyped', 'dashboard'),
		after: answer,
		camera: [{ arrives: 0, takes: 1, view: thisWeek(answer) }],
		typings: [],
		recalculates: 0.5,
		marked: { words: '£38.92', begins: 1 },
	})
	const first = sheet(scene, 'Spending', typed)
	const second = sheet(scene, 'Dashboard', answered)
	return {
		...scene,
		draw: (context, now) => (now < turns ? first.draw(context, now) : second.draw(context, now - turns)),
	}
}

async function yearScene(shoot: Shoot): Promise<Draw> {
	const shown = await shoot('ticket', 'dashboard')
	return sheetScene({
		before: shown,
		after: shown,
		camera: [
			{ arrives: 0, takes: 1, view: thisWeek(shown) },
			{
				arrives: 1,
				takes: 0.9,
				view: near(shown, weekLabel, { right: 34.2, down: -1.8, width: 47.4 }),
			},
		],
		typings: [],
		recalculates: 0,
	})
}
