import { Link } from 'react-router'
import { PageFrame } from '#admin/ui/page-frame.tsx'

export function NotFound() {
	return (
		<PageFrame title="There’s nothing here">
			<p>
				The address may be mistyped, or the page isn’t for your role.{' '}
				<Link to="/" className="link">
					Go to Home
				</Link>
			</p>
		</PageFrame>
	)
}
