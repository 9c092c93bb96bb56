import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type FilmScene, plannerScenes, plannerVideo } from '../../catalogue/budget-planner/video.ts'
import { rootDir } from '../../scripts/setup/run.mjs'
import { dayNumber } from '../../src/shared/planner/typed-plan.ts'
import { unpackArchive } from '../archive.ts'
import { examplePlanner } from '../budget-planner/planner-data.ts'
import { sheetPlan } from '../budget-planner/sheet-plan.ts'
import { registerGuideFonts } from '../drawing/lettering.ts'
import { fingerprint, readDrawn, rememberDrawn } from '../drawn.ts'
import { expectedLines } from '../planner/kept-random-plans.ts'
import { isMissing, writeChanged } from '../write-file.ts'
import { encodeFilm, framesPerSecond } from './encode.ts'
import { frameSize } from './frame.ts'
import { prepareShots } from './shots.ts'
import { filmStages } from './stages.ts'
import { type DrawnScene, storyboard } from './storyboard.ts'

/** Increase this number when the storyboard or its drawing changes, so that the film is made again. */
const drawing = 3
const place = 'catalogue/budget-planner/video'
const posterEncoders = {
	avif: (canvas: Canvas) => canvas.encode('avif', { quality: 62, speed: 5 }),
	webp: (canvas: Canvas) => canvas.encode('webp', 82),
	jpg: (canvas: Canvas) => canvas.encode('jpeg', 84),
}

/**
 * Makes the planner's film and its poster from workbooks that are filled in stage by stage, if the workbook or the script has
 * changed. Without LibreOffice or ffmpeg, it keeps the existing film and poster and says so.
 */
export async function makePlannerFilm(editionDate: string, isDrawingAll: boolean): Promise<void> {
	const scenes: readonly FilmScene[] = Object.values(plannerScenes)
	await writeChanged(`${place}/${plannerVideo.name}.vtt`, captionsOf(scenes))
	const of = await filmSource()
	const isThere = !(await Promise.all(filmFiles().map(isMissing))).includes(true)
	if (!isDrawingAll && isThere && readDrawn()[place] === of) return

	const shoot = await prepareShots(editionDate)
	if (shoot === undefined) return sayKept('LibreOffice (soffice)')
	const drawn = await storyboard(shoot)
	const film = await encodeFilm(framesOf(drawn))
	if (film === undefined) return sayKept('ffmpeg')
	await writeChanged(`${place}/${plannerVideo.name}.webm`, film.webm)
	await writeChanged(`${place}/${plannerVideo.name}.mp4`, film.mp4)
	await drawPoster(drawn)
	await rememberDrawn(place, of)
}

/** Returns a checksum of what the film shows: the look of the workbook, what is typed and shown at each stage, and the script. */
export async function filmSource(): Promise<string> {
	const today = dayNumber(examplePlanner.bank?.date ?? '')
	const delivered = unpackArchive(await readFile(join(rootDir, 'goods/MonthlyBudget.zip')))
	const example = delivered.find(({ name }) => name === examplePlanner.fileName)
	if (example === undefined) throw new Error(`the planner's archive has no ${examplePlanner.fileName}`)
	return fingerprint(
		String(drawing),
		JSON.stringify(plannerScenes),
		JSON.stringify(filmStages()),
		JSON.stringify(
			Object.values(filmStages()).map((data) => expectedLines({ plan: sheetPlan(data), today })),
		),
		...unpackArchive(example.bytes)
			.filter(({ name }) => /^xl\/(worksheets\/sheet[1-4]|charts\/chart\d+|styles)\.xml$/.test(name))
			.map(({ bytes }) => withoutFormulas(bytes)),
	)
}

/** Removes the formulas. A formula that is written differently but gives the same values does not change the film. */
function withoutFormulas(sheet: Uint8Array): string {
	return new TextDecoder().decode(sheet).replace(/<f>[^<]*<\/f>/g, '')
}

function filmFiles(): string[] {
	const { name, poster } = plannerVideo
	const posters = poster.widths.flatMap((width) =>
		Object.keys(posterEncoders).map((format) => `${place}/${poster.name}-${width}.${format}`),
	)
	return [`${place}/${name}.webm`, `${place}/${name}.mp4`, ...posters]
}

async function* framesOf(scenes: readonly DrawnScene[]): AsyncGenerator<Uint8Array> {
	for (const scene of scenes) {
		const count = Math.round(scene.seconds * framesPerSecond)
		for (let index = 0; index < count; index += 1) yield drawMoment(scene, index / framesPerSecond).data()
	}
}

/** Draws a moment of a scene. */
function drawMoment(scene: DrawnScene, now: number): Canvas {
	registerGuideFonts()
	const canvas = createCanvas(frameSize.width, frameSize.height)
	scene.draw(canvas.getContext('2d'), now)
	return canvas
}

/** Draws the poster: the end of the scene that shows the weekly number. */
async function drawPoster(scenes: readonly DrawnScene[]): Promise<void> {
	const scene = scenes.find(({ headline }) => headline === plannerScenes.dashboard.headline)
	if (scene === undefined) throw new Error('the film has no scene for its poster')
	const still = drawMoment(scene, scene.seconds)
	for (const width of plannerVideo.poster.widths) {
		const canvas = createCanvas(width, Math.round((width * still.height) / still.width))
		const context = canvas.getContext('2d')
		context.imageSmoothingQuality = 'high'
		context.drawImage(still, 0, 0, canvas.width, canvas.height)
		for (const [format, encode] of Object.entries(posterEncoders)) {
			await writeChanged(`${place}/${plannerVideo.poster.name}-${width}.${format}`, await encode(canvas))
		}
	}
}

function sayKept(program: string): void {
	console.log(`kept     ${place}: making the film needs ${program}`)
}

/** Formats the scenes' words as WebVTT captions. Source: W3C WebVTT, sections 1 and 4. */
export function captionsOf(scenes: readonly FilmScene[]): string {
	let seconds = 0
	const cues = scenes.map((scene, index) => {
		const begins = seconds
		seconds += scene.seconds
		return `${index + 1}\n${timestamp(begins)} --> ${timestamp(seconds)}\n${scene.words}\n`
	})
	return `WEBVTT\n\n${cues.join('\n')}`
}

/** `00:00:07.600` */
function timestamp(seconds: number): string {
	return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}
