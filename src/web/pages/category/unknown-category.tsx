import { NothingHere } from '#web/frame/not-found.tsx'

/**
 * Lists the categories if the address names none of them. It is rendered once for all such addresses, as `/categories/404`.
 */
export function UnknownCategory() {
	return (
		<NothingHere why="The address may be misspelt. These are our categories." missing="category">
			<span className="marked">Category</span> not found
		</NothingHere>
	)
}
