import { deliveryConsent } from '#shared/delivery-consent.ts'

interface FixedTexts {
	title: string
	/** Why they can't be changed in the admin. */
	why: string
	/** What is filled in has a name in braces. */
	texts: readonly string[]
}

/** Texts of the shop's pages that no document holds. A test compares them with the pages' code and with the specification. */
export const fixedTexts: readonly FixedTexts[] = [
	{
		title: 'What a buyer agrees to',
		why: 'The law: a buyer loses the right to cancel only by agreeing to this at the checkout, and the receipt repeats it.',
		texts: [deliveryConsent(1), deliveryConsent(2)],
	},
	{
		title: 'Who sells',
		why: 'The law: every page names the seller. Name and address are in the settings TRADER_NAME and TRADER_ADDRESS.',
		texts: ['Sold by {name}, {address}'],
	},
	{
		title: 'Buttons',
		why: 'The specification names them. Each says exactly what pressing it does.',
		texts: [
			...['Sign In', 'Start Free', 'Sign Out', 'Continue with Google'],
			...['Get Free Resources', 'Browse Premium Guides', 'Get started free'],
			...['Get Free PDF', 'Buy Now', 'Buy for {price}', 'Download', 'Preparing...', 'Redirecting...'],
		],
	},
	{
		title: 'Beside a guide',
		why: 'The specification names them. They say what it costs and whether the visitor has it.',
		texts: ['FREE', 'Acquired', 'Already Purchased', 'Coming Soon'],
	},
	{
		title: 'Menu',
		why: 'The specification names its pages. The categories are part of their addresses.',
		texts: [
			'Home',
			'Free',
			'Premium',
			'Categories',
			'About',
			'Career',
			'Finance',
			'Money',
			'Academic',
			'Business',
		],
	},
	{
		title: 'Messages about guides and payments',
		why: 'The specification words them, so that every page says the same about the same event.',
		texts: [
			'Please sign in to download PDFs',
			'Please sign in to purchase this product',
			'Failed to access PDF. Please try again.',
			'Failed to download PDF. Please try again.',
			'PDF opened in new tab',
			'Download not available yet for this product',
			'Failed to create payment session. Please try again.',
			'Failed to process payment. Please try again.',
			'You already own this product! Check your downloads.',
			'Invalid payment session - no session ID',
			'Please sign in to complete your purchase',
			'Could not find your purchase. Please contact support.',
			'Product file not found. Please contact support.',
			'Error processing your purchase. Please contact support.',
			'Thank you for your purchase! {product} is downloading now.',
		],
	},
	{
		title: 'After paying',
		why: 'The specification words what a buyer sees while the payment is confirmed.',
		texts: [
			'Processing your purchase...',
			'Payment Successful!',
			'Your download should start automatically.',
			'Redirecting you back...',
		],
	},
	{
		title: 'Messages about accounts',
		why: 'The specification words them, so that every form says the same about the same event.',
		texts: [
			...['Account exists', 'This email is already registered. Please try logging in instead.'],
			...['Sign up failed', 'Account created!', 'Please check your email to verify your account.'],
			...['Login failed', 'Invalid email or password. Please check your credentials.'],
			...['Email not verified', 'Please check your email and confirm your account before signing in.'],
			...['Welcome back!', 'You have been signed in successfully.'],
			...['Error', 'An unexpected error occurred. Please try again.'],
		],
	},
	{
		title: 'No such page',
		why: 'The specification words it.',
		texts: ['Oops! Page not found'],
	},
]
