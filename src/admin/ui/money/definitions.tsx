import { definitions } from '#shared/admin/figures.ts'

/** Says what each figure means. */
export function Definitions() {
	return (
		<aside className="definitions" aria-label="What the figures mean">
			<dl>
				{definitions.map(([name, meaning]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
		</aside>
	)
}
