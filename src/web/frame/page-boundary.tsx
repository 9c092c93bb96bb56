import { href, Outlet, useRouteError } from 'react-router'
import { useReloadOfFailedPage } from '#web/offline/recovery.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Separates the page from the frame, so that an error in a page leaves header and footer in place. */
export default function PageBoundary() {
	return <Outlet />
}

/** Shown instead of a page that failed. */
export function ErrorBoundary() {
	useReloadOfFailedPage(useRouteError())
	return (
		<div className="page-width py-20">
			<h1 className="text-title">This page couldn’t be shown</h1>
			<p className="mt-4 max-w-measure">
				Something went wrong on our side or on the way to you. Nothing you own or have paid for is affected.
			</p>
			<p className="mt-8 flex flex-wrap gap-3">
				<ButtonLink to="." reloadDocument>
					Try again
				</ButtonLink>
				<ButtonLink to={href('/contact')} reloadDocument variant="secondary">
					Contact us
				</ButtonLink>
			</p>
		</div>
	)
}
