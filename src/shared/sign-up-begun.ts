/** What a page reports when a visitor begins to fill in the Sign Up form. Counted among the page views; no page has this address. */
export const signUpBegun = '/auth/sign-up-begun'
