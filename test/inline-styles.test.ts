import { expect, test } from 'vitest'
import { neededRules } from '../scripts/inline-styles.ts'

const css = `@layer theme { :root { --paper: #fff; --ink: #000; --text: var(--ink); --rule: #ccc } }
body { color: var(--text) }
@media (width >= 40rem) { .lg\\:flex { display: flex } }
.card, .menu { border: 1px solid var(--rule) }
:root[data-theme='dark'] .card:hover > .title { color: red }
.menu :is(.item) { background: var(--paper) }`

test('a page gets the rules for its classes, in every state, and the variables that these use', () => {
	expect(neededRules(css, '<p class="card lg:flex"><b class="title">')).toBe(
		'@layer theme{:root{--ink:#000;--text:var(--ink);--rule:#ccc}}body{color:var(--text)}@media (width>=40rem){.lg\\:flex{display:flex}}.card,.menu{border:1px solid var(--rule)}:root[data-theme=dark] .card:hover>.title{color:red}',
	)
})

test('a class whose name is escaped in HTML is found', () => {
	expect(neededRules('.\\[\\&\\>a\\]\\:b { color: red }', '<p class="[&amp;&gt;a]:b">')).toContain(
		'color:red',
	)
})
