/** The sandbox's stylesheet, served at `/style.css`. */
export const stylesheet = `
:root {
	color-scheme: light dark;
	--paper: light-dark(#f6f5f1, #10140f);
	--sheet: light-dark(#ffffff, #191e18);
	--ink: light-dark(#17221c, #ede7da);
	--soft: light-dark(#4a564f, #b4bdb4);
	--line: light-dark(#d9d6cc, #333c34);
	--control: light-dark(#767d76, #8a9389);
	--press: light-dark(#0b5d41, #7fd3a9);
	--press-strong: light-dark(#08452f, #a2e3c4);
	--on-press: light-dark(#ffffff, #0e1712);
	--wrong: light-dark(#9c3317, #f2977c);
	--wrong-paper: light-dark(#fbeee9, #33201a);
	--good: light-dark(#0b5d41, #7fd3a9);
	--test: light-dark(#5b4a00, #ffd870);
	--test-paper: light-dark(#fff3cc, #3a3113);
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif; text-wrap: pretty; }
h1, h2, h3 { line-height: 1.2; margin: 0 0 0.6em; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: 1.625rem; }
h2 { font-size: 1.1875rem; }
h3 { font-size: 1.0625rem; }
p, ul, ol, dl, table, fieldset { margin: 0 0 1rem; }
a { color: var(--press); text-underline-offset: 0.15em; }
a:hover { color: var(--press-strong); }
:focus-visible { outline: 3px solid var(--press); outline-offset: 2px; border-radius: 2px; }
code, pre, .number { font-family: 'SF Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace; font-size: 0.9375em; }
.number, .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.soft { color: var(--soft); }
.small { font-size: 0.9375rem; }
.wide { overflow-wrap: anywhere; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
.menu { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.5rem; padding: 0.75rem 1rem; border-bottom: 1px solid var(--line); background: var(--sheet); }
.menu p { margin: 0; font-weight: 700; }
.menu nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.menu a { display: inline-block; padding: 0.25rem 0; }
.menu-name a { color: inherit; text-decoration: none; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: 1.25rem; margin: 0 0 1.5rem; }
.test-mode { background: var(--test-paper); color: var(--test); padding: 0.6rem 1rem; text-align: center; font-weight: 700; margin: 0; }
.notice { border-left: 4px solid var(--press); background: var(--sheet); padding: 0.75rem 1rem; }
.alert { border-left: 4px solid var(--wrong); background: var(--wrong-paper); color: var(--ink); padding: 0.75rem 1rem; margin: 0 0 1rem; }
.alert p:last-child { margin: 0; }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: 3px; padding: 0 0.4em; font-size: 0.875rem; line-height: 1.5; white-space: nowrap; }
.tag.good { color: var(--good); }
.tag.wrong { color: var(--wrong); }
.tag.waiting { color: var(--test); }

label, legend { font-weight: 700; }
fieldset { border: 0; padding: 0; min-width: 0; }
legend { padding: 0; margin: 0 0 0.5rem; }
.field { margin: 0 0 1rem; }
.field label { display: block; margin: 0 0 0.25rem; }
input[type='text'], input[type='email'], input[type='number'], input[type='search'], input[type='tel'], select {
	width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--sheet);
	border: 1px solid var(--control); border-radius: 4px;
}
[aria-invalid='true'] { border-color: var(--wrong) !important; box-shadow: 0 0 0 1px var(--wrong); }
.field-error { color: var(--wrong); font-size: 0.9375rem; margin: 0.3rem 0 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
.check { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; align-items: start; margin: 0 0 1rem; }
.check label { font-weight: 400; }
.check .field-error { grid-column: 2; }
input[type='checkbox'], input[type='radio'] { width: 1.375rem; height: 1.375rem; margin: 0.1rem 0 0; accent-color: var(--press); }
button, .button {
	display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.4rem 1rem; font: inherit; font-weight: 700;
	color: var(--press); background: transparent; border: 1px solid var(--control); border-radius: 4px; cursor: pointer; text-decoration: none;
}
button:hover, .button:hover { border-color: var(--press); color: var(--press-strong); }
button.main, .button.main { background: var(--press); border-color: var(--press); color: var(--on-press); }
button.main:hover, .button.main:hover { background: var(--press-strong); border-color: var(--press-strong); color: var(--on-press); }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.row form { margin: 0; }
.row + .row { margin-top: 0.75rem; }

.table-frame { overflow-x: auto; margin: 0 0 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 700; color: var(--soft); }
td.amount, th.amount { text-align: right; }
dl.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: 0.35rem 1rem; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }

.mails { list-style: none; padding: 0; }
.mails li { border-bottom: 1px solid var(--line); padding: 0.75rem 0; }
.mails p { margin: 0; overflow-wrap: anywhere; }
.mail-frames { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; }
.mail-frames figure { margin: 0 0 1rem; }
.mail-frame { width: 100%; height: 44rem; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; color-scheme: light; }
.mail-frame.dark { background: #000000; color-scheme: dark; }
.mail-text { white-space: pre-wrap; overflow-wrap: anywhere; }

.checkout { max-width: 60rem; display: grid; gap: 0 3rem; }
.checkout .order { padding-bottom: 0.5rem; }
.order .total { font-size: 2rem; font-weight: 700; line-height: 1.15; margin: 0 0 1rem; }
.order ul { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.order li, .sum { display: flex; justify-content: space-between; gap: 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.order li { display: grid; grid-template-columns: 1fr auto; }
.order img.product { grid-column: 1 / -1; width: 10rem; height: auto; border-radius: 4px; }
.pay-button { width: 100%; min-height: 3.25rem; font-size: 1.125rem; }
.methods { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; }
.methods span { display: inline-flex; gap: 0.5rem; align-items: center; }
.methods label { font-weight: 400; }
.cards { list-style: none; padding: 0; margin: 0; }
.cards li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; align-items: center; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.cards p { margin: 0; }
form + .sheet { margin-top: 1.5rem; }
.cards + p { margin: 0.75rem 0 0; }
@supports selector(:has(*)) {
	form:has(#method-card:checked) .fields-for-bank, form:has(#method-bank:checked) .fields-for-card { display: none; }
}
.narrow { max-width: 34rem; padding-top: 3rem; }
summary { cursor: pointer; font-weight: 700; padding: 0.5rem 0; }
@media (min-width: 56rem) {
	.checkout { grid-template: auto 1fr / 5fr 6fr; align-items: start; padding-top: 3rem; }
	.checkout form { grid-area: 1 / 2 / span 2; }
}
`

export const icon =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="5" fill="#0b5d41"/><path d="M6 22h20v4H6zM8 12l8-6 8 6v8H8z" fill="#ffc53d"/></svg>'
