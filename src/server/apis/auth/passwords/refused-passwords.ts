import { readFileSync } from 'node:fs'

/**
 * The most common leaked passwords, in lower case: a list that is kept beside this file with its licence, and others that it
 * lacks. A password on this list is rejected, even with a few digits or symbols added.
 */
const common = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
export const refusedPasswords: ReadonlySet<string> = new Set(
	`${common}
18atcskd2w 3rjs1la7qe 7758521 5201314 1qaz!qaz mynoob gwerty zag12wsx tinkle q1w2e3r4t5y6
000000 00000000 010203 0987654321 100200 101010 102030 111111 11111111 111222 112233 11223344 121212 12121212 123098 123123
123123123 123321 1234321 123434 1234512345 123454321 1234554321 123456 1234561 123456123 1234567 12345678 123456789
1234567890 12345678910 1234567891 123456789a 123456a 123456q 12345a 12345q 12345qwert 1234qwer 123654 123654789 123789
123abc 123qwe 123qweasd 123qweasdzxc 124578 131313 134679 135790 141414 142536 147258 147258369 147852 147852369 151515
159357 159753 159951 161616 171717 181818 191919 1a2b3c 1a2b3c4d 1g2w3e4r 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 202020 212121 222222 22222222 232323 242424 246810 252525 258456 262626 272727 282828 292929 303030
313131 321321 323232 333333 33333333 343434 353535 414141 420420 424242 43214321 444444 44444444 454545 456123 456456 456789
505050 515151 521521 525252 545454 555555 55555555 565656 616161 626262 636363 646464 654321 656565 666666 66666666 676767
686868 696969 717171 727272 741852 741852963 747474 753951 757575 767676 7654321 777777 77777777 787878 789456 789456123
789789 797979 808080 818181 852456 87654321 878787 888888 88888888 898989 909090 963852 963852741 969696 987456 987654
987654321 9876543210 989898 999999 99999999 a1b2c3 a1b2c3d4 a123456 a12345678 aa123456 aaaaaa aaaaaaaa abc123 abc1234
abc12345 abcabc abcd1234 abcdef abcdefg abcdefgh access action admin admin123 administrator adidas adrian alaska albert
alejandra alejandro alexander alexandra alexis alicia amanda america american anderson andrea andrew andrey angel angela
angelica angelina angels animal anthony apollo apples april aquarius arsenal arsenal1 asdasd asdasdasd asdf asdf1234 asdfasdf
asdfgh asdfghj asdfghjk asdfghjkl asdzxc ashley asshole august austin azerty azertyuiop babygirl babygurl badboy bailey
banana barbara barcelona barney baseball basketball batman beautiful beauty benjamin bigdog billabong birthday blabla black
blackberry blessed blink182 bonnie booboo boomer boston brandon brandy brazil britney broncos brooklyn brooke bubbles buddy
buster butterfly butthead california calvin cameron canada captain carlos carmen carolina caroline carpediem casper cassie
catherine celtic change changeme charles charlie charlotte chelsea chelsea1 cherry chester chicago chicken chocolate chris
christ christian christina christine christmas christopher claire claudia coffee college computer cookie cookies cooper corvette
cowboy cowboys crystal cutie dakota dallas daniel daniela danielle darkness david december default destiny diablo diamond
diamonds disney doctor dolphin dolphins donald dragon dragons dreamer eagles edward einstein elephant elizabeth emmanuel
eminem england enter everton explorer family fashion felipe ferrari fender fernando fishing florida flower flowers football
football1 forever forever21 francis frankie freddy freedom friend friends friendship fuckoff fuckyou gabriel gandalf garfield
gateway gemini genesis george gerald gerrard getmein giants giovanni ginger girlfriend goldfish google graduate grandma green
guitar gunner hahaha hallo hammer hannah happy happyday hardcore harley harrypotter heather heaven hello hello123 hellokitty
helloworld hockey holiday honey horses hotmail hottie hunter iceman ihateyou iloveu iloveyou iloveyou1 iloveyou2 inlove
internet ireland isabella jackass jackie jackson jaguar jasmine jasper jennifer jeremy jessica jessie jesus jesus1 jesuschrist
johnny johnson jonathan jordan jordan23 jordans joseph joshua julian junior justin justinbieber karina katie katrina kelly
kevin killer killers kimberly kissme kitten kitty knight kristen lakers lalala lauren leonardo lebron letmein letmein1 liberty
liverpool liverpool1 logitech london lonely looking love loveable loveme lover loverboy loveyou lovely lucky maggie magic
manchester manutd marina marine marlboro marley martin master matrix matthew maverick maxwell melissa mercedes merlin metallica
mexico michael michael1 michelle mickey midnight miguel mike minecraft miranda mommy money monica monika monkey monkey1 monster
morgan mother motorola mountain mustang mylove myspace naruto natalia natalie natasha nathan naughty newyork nicholas nicole
nintendo nirvana nothing november number october office oliver olivia online orange pakistan pamela panther paradise parker
pass passw0rd passwd password password1 password12 password123 password1234 password! patricia patrick peaches peanut pebbles
penguin people pepper phoenix photos player playboy playstation please pokemon police pookie popcorn porsche precious prince
princess princess1 princesa private progress purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazqaz qazwsx qazwsxedc qazxsw qqqqqq qwaszx qweasd
qweasdzxc qweqwe qwer qwer1234 qwert qwerty qwerty1 qwerty12 qwerty123 qwerty12345 qwertyu qwertyui qwertyuiop qwertz rabbit
rachel raiders rainbow ranger rangers realmadrid rebecca redsox remember richard robert roberto rocky ronaldo rosebud runescape
russia sabrina sakura samantha sammy samsung sandra santiago sarah saturn savannah scarface school scooby scooter scorpio scorpion
sebastian secret secret123 security senha september service sexy shadow shadow1 shannon shorty silver simple simpsons skater
slipknot smile smokey snickers snoopy snowball soccer softball sophie spanky sparky spider spiderman spongebob startrek starwars
steelers stella stephanie steven student student1 study summer sunday sunflower sunshine sunshine1 super superman superstar sweet
sweetheart sweety sydney system taylor tennis teresa test test123 test1234 testing testtest thomas thunder tiffany tigers tigger
tinkerbell titanic toyota travis trinity trouble trustno1 turtle tweety twilight undertaker united university unknown valentina
valentine vanessa vegeta veronica victor victoria vincent viper volcom volleyball warcraft warrior watermelon webmaster welcome
welcome1 welcome123 whatever william willow wilson winner winston winter wizard wolverine wonder xavier xxxxxx yankees yellow
yesterday zaq12wsx zaqwsx zxcasd zxcvbn zxcvbnm zxczxc zzzzzz
`
		.trim()
		.split(/\s+/),
)
