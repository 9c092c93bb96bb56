/** Who sells on a test shop, whose owner has not said who they are: it says so itself, wherever it is shown. */
export const sampleTrader = {
	name: 'Sample Guides (a test shop)',
	address: '1 Sample Street, Sampleton, SA1 1MP',
	email: 'owner@sample.test',
}

/** Who sold it, on the receipt of a test shop. */
export const sampleSeller = `${sampleTrader.name}, ${sampleTrader.address}, ${sampleTrader.email}. No money has moved.`
