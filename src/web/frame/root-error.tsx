/** In place of the whole site where even the frame failed: leans on nothing that could fail as well. */
export function RootError() {
	return (
		<main className="page-width py-20">
			<h1 className="text-title">Headstart could not be shown</h1>
			<p className="mt-4 max-w-measure">
				Something went wrong on our side or on the way to you. Nothing you own or have paid for is affected.
			</p>
			<p className="mt-8">
				<a href="/" className="link">
					Go to the home page
				</a>
			</p>
		</main>
	)
}
