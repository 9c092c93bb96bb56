import { convertSpreadsheet } from '../office.ts'
import { buildPlanner } from '../planner/workbook.ts'
import { printedPage, type SheetShot, shootSheet } from './sheet-shot.ts'
import { type FilmStages, filmStages } from './stages.ts'

/** Pixels per point of a print, as the film shows it. */
const pixelsPerPoint = { setup: 2.6, spending: 2.6, dashboard: 4.1 } as const
const pageWidth = 842

type SheetName = keyof typeof printedPage
export type Shoot = (stage: keyof FilmStages, sheet: SheetName) => Promise<SheetShot>

/**
 * Prints the workbook at every stage with LibreOffice, which also calculates it. Returns undefined if LibreOffice is not
 * installed.
 */
export async function prepareShots(editionDate: string): Promise<Shoot | undefined> {
	const prints = new Map<string, Uint8Array>()
	const printing = Object.entries(filmStages()).map(async ([stage, data]) => {
		const print = await convertSpreadsheet(await buildPlanner(data, editionDate), 'pdf')
		if (print !== undefined) prints.set(stage, print)
		return print !== undefined
	})
	if ((await Promise.all(printing)).includes(false)) return undefined
	const shots = new Map<string, SheetShot>()
	return async (stage, sheet) => {
		const print = prints.get(stage)
		if (print === undefined) throw new Error(`${stage} was not printed`)
		const name = `${stage}/${sheet}`
		const shot =
			shots.get(name) ??
			(await shootSheet(print, printedPage[sheet], Math.round(pageWidth * pixelsPerPoint[sheet])))
		shots.set(name, shot)
		return shot
	}
}
