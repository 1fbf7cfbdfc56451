import type { Condition } from '#contract/choices.ts'
import type { Model } from './models.ts'
import type { Random } from './random.ts'

type Unit = {
  model: Model
  condition: Condition
  months: number
  memory: number
  storage: string
  serial: string
}

/** 24 becomes `2Y`, 14 becomes `1Y 2M`, 8 becomes `8M`: how sellers write a laptop's age. */
export function ageText(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12]
  return [years > 0 && `${years}Y`, rest > 0 && `${rest}M`].filter(Boolean).join(' ')
}

/** Business machines come back from leases by the hundred; the others belonged to somebody. */
const isBusinessModel = ({ name }: Model) => /EliteBook|ProBook|ZBook|Latitude|Precision|Vostro/.test(name)
const isGaming = ({ name }: Model) => /Victus|G15/.test(name)
const isWorkstation = ({ name }: Model) => /ZBook|Precision/.test(name)
/** What it draws at office work, in watts. */
const draw = (model: Model) => (isGaming(model) ? 20 : isWorkstation(model) ? 15 : 9)

const HISTORY = {
  business: [
    'Came back from a company lease and was used at a desk with a dock.',
    'An office machine, wiped and set up anew.',
    'I used it for accounts work at home and have moved to a larger screen.',
    'One owner from new, the invoice is with it.',
  ],
  gaming: [
    'Played on at weekends, cleaned and given new thermal paste this year.',
    'Bought for a degree in architecture that is now finished.',
    'One owner; I have built a desktop and no longer need it.',
  ],
  home: [
    'Bought for online classes, and these are over.',
    'My daughter has a new one, so this may go.',
    'Used at home for letters, video calls and films.',
    'One owner from new, the invoice is with it.',
    'A gift that was used less than planned.',
  ],
} as const

const STATE: Record<Condition, readonly string[]> = {
  Excellent: [
    'No marks that I can find, screen without dead pixels, every port tried.',
    'Looks as it did in the shop; it lived in a sleeve.',
    'Clean lid, crisp keys, tight hinge. Everything works.',
  ],
  Good: [
    'Fine scratches on the palm rest, the screen is clean, everything works.',
    'Light wear on the lid and some shine on the keys; hinge firm, all ports work.',
    'A few hairline marks that a photo hardly shows. Screen even, speakers fine.',
    'Normal marks of use and nothing broken; keyboard and touchpad work as they should.',
  ],
  Fair: [
    'Coating worn off the front edge, a dent in one corner, letters gone from some keys; it runs without fault.',
    'It has travelled: scratches, a sticker’s outline, shiny keys. Screen and ports work.',
    'Looks used and is priced for it. Corner knocked once, nothing cracked, everything needed works.',
  ],
}

/** How much of its design capacity a battery of each condition still holds, in percent. */
const BATTERY = { Excellent: [81, 95], Good: [62, 84], Fair: [41, 66] } as const

const ENDINGS = [
  'Charger included.',
  'Comes with its own charger.',
  'BIOS has no password; reset to new.',
  'Charger included, BIOS unlocked.',
  'Bring a USB stick and try what you like.',
] as const

/** A seller's own words about a laptop: 150 to 400 characters that agree with its model, age and condition. */
export function describeLaptop(unit: Unit, random: Random): string {
  const { model, condition, months, memory, storage, serial } = unit
  const used =
    months < 12 ? `${months} months` : months < 24 ? 'a good year' : `${Math.floor(months / 12)} years`
  const kind = isGaming(model) ? 'gaming' : isBusinessModel(model) ? 'business' : 'home'
  const opening = random.pick([
    `${model.processor}, ${memory} GB RAM, ${storage}, ${model.screen} screen.`,
    `${model.processor} with ${memory} GB RAM and ${storage}; ${model.screen} screen. In use for ${used}.`,
    `${model.screen} screen, ${model.processor}, ${memory} GB RAM, ${storage}.`,
  ])
  return [
    opening,
    random.pick(HISTORY[kind]),
    random.pick(STATE[condition]),
    batteryLine(unit, random),
    random.pick(ENDINGS),
    `Serial ${serial}.`,
  ].join(' ')
}

function batteryLine({ model, condition }: Unit, random: Random): string {
  const percent = random.whole(...(BATTERY[condition] as [number, number]))
  const left = Math.round((model.battery * percent) / 100)
  const hours = Math.max(1, Math.round(left / draw(model)))
  const report = `Battery report: ${left} of ${model.battery} Wh (${percent} %)`
  if (condition === 'Fair' && percent < 60) return `${report}, so plan for a new one.`
  return random.pick([
    `${report}.`,
    `${report}, about ${hours} ${hours === 1 ? 'hour' : 'hours'} of office work.`,
  ])
}
