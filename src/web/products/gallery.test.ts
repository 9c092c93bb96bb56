import { expect, test } from 'vitest'
import { assembleVideo } from '#web/viewer/gallery-video.ts'
import { assembleGallery } from './gallery.ts'

const cover = { name: '01-cover', alt: 'The cover', caption: null, width: 1240, height: 1754 }
const addresses = {
	'/catalogue/cv-secrets/gallery/01-cover-1280.webp': '/assets/d.webp',
	'/catalogue/cv-secrets/gallery/01-cover-320.avif': '/assets/a.avif',
	'/catalogue/cv-secrets/gallery/01-cover-320.webp': '/assets/a.webp',
	'/catalogue/cv-secrets/gallery/01-cover-640.avif': '/assets/b.avif',
	'/catalogue/cv-secrets/gallery/01-cover-640.webp': '/assets/b.webp',
	'/catalogue/cv-secrets/gallery/02-file-320.webp': '/assets/c.webp',
}

test('a picture lists its files with their widths, by format', () => {
	expect(assembleGallery([cover], addresses)).toEqual([
		{
			...cover,
			avif: '/assets/a.avif 320w, /assets/b.avif 640w',
			src: '/assets/d.webp',
		},
	])
})

test('a picture without files is left out', () => {
	expect(assembleGallery([{ ...cover, name: '03-missing' }], addresses)).toEqual([])
})

const video = {
	name: 'planner',
	width: 720,
	height: 900,
	seconds: 24,
	alt: 'A week is filled in.',
	transcript: ['A week is filled in.'],
	poster: { name: 'poster', widths: [360, 720], alt: 'The dashboard' },
	captions: { language: 'en-GB', label: 'English' },
}
const folder = '/catalogue/budget-planner/video'
const filmAddresses = {
	[`${folder}/planner.mp4`]: '/assets/planner.mp4',
	[`${folder}/planner.webm`]: '/assets/planner.webm',
	[`${folder}/planner.vtt`]: '/assets/planner.vtt',
	[`${folder}/poster-360.webp`]: '/assets/poster-360.webp',
	[`${folder}/poster-720.webp`]: '/assets/poster-720.webp',
	[`${folder}/poster-720.avif`]: '/assets/poster-720.avif',
}

test('a video has its formats, its captions and its poster', () => {
	expect(assembleVideo(video, filmAddresses)).toMatchObject({
		name: 'planner',
		sources: [
			{ src: '/assets/planner.webm', type: 'video/webm' },
			{ src: '/assets/planner.mp4', type: 'video/mp4' },
		],
		captions: { src: '/assets/planner.vtt', language: 'en-GB', label: 'English' },
		poster: { src: '/assets/poster-720.webp', alt: 'The dashboard', width: 720, height: 900 },
	})
})

test.each(['planner.mp4', 'planner.webm', 'planner.vtt'])('a video without its %s is left out', (missing) => {
	const others = Object.entries(filmAddresses).filter(([path]) => !path.endsWith(missing))
	expect(assembleVideo(video, Object.fromEntries(others))).toBeUndefined()
})

test('a video without a poster is left out', () => {
	const others = Object.entries(filmAddresses).filter(([path]) => !path.includes('/poster-'))
	expect(assembleVideo(video, Object.fromEntries(others))).toBeUndefined()
})
