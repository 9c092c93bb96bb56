import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { readPath } from '#shared/paths.ts'
import { listKeptGuides } from '#web/offline/kept-guides.ts'
import { useShelf } from '#web/site/use-shelf.ts'

/** Links to the guides that this browser can show without a connection. */
export function KeptGuides({ userId }: { userId: string }) {
	const [slugs, setSlugs] = useState<readonly string[]>([])

	useEffect(() => {
		let current = true
		void listKeptGuides(userId).then((kept) => {
			if (current) setSlugs(kept)
		})
		return () => {
			current = false
		}
	}, [userId])

	const kept = useShelf().filter(({ slug }) => slugs.includes(slug))
	if (kept.length === 0) return null
	return (
		<section aria-labelledby="kept-heading" className="mt-10">
			<h2 id="kept-heading" className="text-subheading">
				Read without a connection
			</h2>
			<p className="margin-note mt-1 mb-4">You’ve opened these in this browser, so they’re stored here.</p>
			<ul className="border-t border-rule">
				{kept.map((product) => (
					<li key={product.id} className="border-b border-rule">
						<Link to={readPath(product)} className="link inline-flex min-h-11 items-center py-2">
							{product.title}
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
