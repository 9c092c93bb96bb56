import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMissingProgram } from '../office.ts'
import { frameSize } from './frame.ts'

export const framesPerSecond = 25

export interface EncodedFilm {
	webm: Uint8Array
	mp4: Uint8Array
}

const input = [
	...['-hide_banner', '-loglevel', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgba'],
	...['-s', `${frameSize.width}x${frameSize.height}`, '-r', String(framesPerSecond), '-i', '-'],
]
const plain = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-pix_fmt', 'yuv420p']
/** Supported by every phone, and can start playing before it has loaded completely. */
const h264 = [
	'-c:v',
	'libx264',
	'-preset',
	'slow',
	'-crf',
	'24',
	'-tune',
	'animation',
	'-movflags',
	'+faststart',
]
const vp9 = [
	...['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-deadline', 'good', '-cpu-used', '2'],
	...['-row-mt', '1', '-g', '250'],
]

/** Encodes the film as WebM and as MP4, from raw frames (RGBA). Returns undefined if ffmpeg is not installed. */
export async function encodeFilm(frames: AsyncIterable<Uint8Array>): Promise<EncodedFilm | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-film-'))
	const mp4 = join(folder, 'film.mp4')
	const webm = join(folder, 'film.webm')
	try {
		const ffmpeg = spawn('ffmpeg', [...input, ...plain, ...h264, mp4, ...plain, ...vp9, webm], {
			stdio: ['pipe', 'inherit', 'inherit'],
		})
		const ended = once(ffmpeg, 'close').catch((error: unknown) => error)
		// If the program ends early, its exit code says so. The broken pipe can be ignored.
		ffmpeg.stdin.on('error', () => {})
		for await (const frame of frames) {
			if (!ffmpeg.stdin.write(frame)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended])
		}
		ffmpeg.stdin.end()
		const outcome = await ended
		if (isMissingProgram(outcome)) return undefined
		if (!Array.isArray(outcome) || outcome[0] !== 0) throw new Error(`ffmpeg ended with ${outcome}`)
		return { mp4: await bytesOf(mp4), webm: await bytesOf(webm) }
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

async function bytesOf(file: string): Promise<Uint8Array> {
	return new Uint8Array(await readFile(file))
}
