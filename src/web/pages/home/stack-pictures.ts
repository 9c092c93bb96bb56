import { guidePage } from '#catalogue/picture.ts'
import { assembleGallery } from '#web/products/gallery.ts'

const addresses = import.meta.glob<string>(
	[
		'/catalogue/budget-planner/gallery/01-cover-{320,640}.{avif,webp}',
		'/catalogue/cv-secrets/gallery/03-after-{320,640}.{avif,webp}',
		'/catalogue/student-guide/gallery/{01-cover,04-budget}-{320,640}.{avif,webp}',
	],
	{ eager: true, query: '?url', import: 'default' },
)

const page = { caption: null, ...guidePage } as const

/** The pages of the hero's stack, from the one at the back to the one on top. */
export const stackPictures = [
	...picturesOf('budget-planner', [
		{ ...page, name: '01-cover', alt: 'Cover of the Student Budget Planner' },
	]),
	...picturesOf('cv-secrets', [
		{ ...page, height: 1421, name: '03-after', alt: 'A CV from CV Secrets, after' },
	]),
	...picturesOf('student-guide', [
		{ ...page, name: '01-cover', alt: 'Cover of the Student Guide' },
		{ ...page, name: '04-budget', alt: 'A page of the Student Guide: A budget that survives November' },
	]),
]

function picturesOf(slug: string, pictures: Parameters<typeof assembleGallery>[0]) {
	const own = Object.entries(addresses).filter(([path]) => path.startsWith(`/catalogue/${slug}/`))
	return assembleGallery(pictures, Object.fromEntries(own))
}
