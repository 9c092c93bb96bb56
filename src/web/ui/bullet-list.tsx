/** Sentences under one another, each behind a short line. */
export function BulletList({ items, className = '' }: { items: readonly string[]; className?: string }) {
	return (
		<ul className={`grid content-start gap-3 ${className}`}>
			{items.map((item) => (
				<li key={item} className="relative pl-7">
					<span aria-hidden="true" className="absolute top-[0.8em] left-0 w-4 border-t border-ink" />
					{item}
				</li>
			))}
		</ul>
	)
}
