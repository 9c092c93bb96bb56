import { expect, test } from 'vitest'
import { assembleVideo } from './gallery-video.ts'

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
const addresses = {
	[`${folder}/planner.mp4`]: '/assets/planner.mp4',
	[`${folder}/planner.webm`]: '/assets/planner.webm',
	[`${folder}/planner.vtt`]: '/assets/planner.vtt',
	[`${folder}/poster-360.webp`]: '/assets/poster-360.webp',
	[`${folder}/poster-720.webp`]: '/assets/poster-720.webp',
	[`${folder}/poster-720.avif`]: '/assets/poster-720.avif',
}

test('a film has its formats, its captions and its poster', () => {
	expect(assembleVideo(video, addresses)).toMatchObject({
		name: 'planner',
		sources: [
			{ src: '/assets/planner.webm', type: 'video/webm' },
			{ src: '/assets/planner.mp4', type: 'video/mp4' },
		],
		captions: { src: '/assets/planner.vtt', language: 'en-GB', label: 'English' },
		poster: { src: '/assets/poster-720.webp', alt: 'The dashboard', width: 720, height: 900 },
	})
})

test.each(['planner.mp4', 'planner.webm', 'planner.vtt'])('a film without its %s is not shown', (missing) => {
	const others = Object.entries(addresses).filter(([path]) => !path.endsWith(missing))
	expect(assembleVideo(video, Object.fromEntries(others))).toBeUndefined()
})

test('a film without a poster is not shown', () => {
	const others = Object.entries(addresses).filter(([path]) => !path.includes('/poster-'))
	expect(assembleVideo(video, Object.fromEntries(others))).toBeUndefined()
})
