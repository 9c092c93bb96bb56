import { ButtonLink } from '#web/ui/button.tsx'

/** In place of a page that failed. Says what it means for the visitor and what to do next. */
export function PageError() {
	return (
		<div className="page-width py-20">
			<h1 className="text-title">This page could not be shown</h1>
			<p className="mt-4 max-w-measure">
				Something went wrong on our side or on the way to you. Nothing you own or have paid for is affected.
			</p>
			<p className="mt-8 flex flex-wrap gap-3">
				<ButtonLink to="." reloadDocument>
					Try again
				</ButtonLink>
				<ButtonLink to="/contact" reloadDocument variant="secondary">
					Contact us
				</ButtonLink>
			</p>
		</div>
	)
}
