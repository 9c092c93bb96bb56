import { expect, test } from 'vitest'
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

test('a picture names each of its files with its width, by format', () => {
	expect(assembleGallery([cover], addresses)).toEqual([
		{
			...cover,
			avif: '/assets/a.avif 320w, /assets/b.avif 640w',
			webp: '/assets/a.webp 320w, /assets/b.webp 640w, /assets/d.webp 1280w',
			src: '/assets/d.webp',
		},
	])
})

test('a picture without files is left out rather than shown broken', () => {
	expect(assembleGallery([{ ...cover, name: '03-missing' }], addresses)).toEqual([])
})
