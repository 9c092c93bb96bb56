import { href, Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'

interface NothingFoundProps {
	text: string
	onClear: () => void
}

/** Shown if no guide matches. Says what was searched for, and where to go instead. */
export function NothingFound({ text, onClear }: NothingFoundProps) {
	return (
		<div className="grid justify-items-start gap-x-10 gap-y-6 border-t border-rule py-10 sm:grid-cols-[7rem_1fr]">
			<EmptyPage />
			<div>
				<p className="font-display text-subheading font-bold tracking-[-0.018em]">
					{text === '' ? 'No guide matches all of that' : `Nothing about “${text}” yet`}
				</p>
				<p className="mt-2 max-w-measure text-soft">
					Try fewer words, or different ones. If we don’t have it yet,{' '}
					<Link to={href('/contact')} className="link">
						tell us what you’d like to read
					</Link>
					.
				</p>
				<Button variant="secondary" onClick={onClear} className="mt-5">
					Show everything
				</Button>
			</div>
		</div>
	)
}

/** A drawing of an empty page. */
function EmptyPage() {
	return (
		<svg viewBox="0 0 84 112" aria-hidden="true" className="w-24 sm:w-28">
			<path d="M6 4h54l18 18v86H6z" className="fill-leaf stroke-edge" />
			<path d="M60 4v18h18" className="fill-none stroke-edge" />
			<path d="M18 30h30" className="fill-none stroke-marker" strokeWidth="7" />
			<path
				d="M18 50h48M18 66h48M18 82h34"
				className="fill-none stroke-leaf-rule"
				strokeWidth="3"
				strokeDasharray="5 5"
			/>
		</svg>
	)
}
