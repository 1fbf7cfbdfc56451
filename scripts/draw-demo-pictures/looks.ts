/** How a model is built and coloured, as far as a picture shows it. Lengths in centimetres. */
export type Look = {
  inches: number
  ratio: '16:9' | '16:10'
  deck: string
  keys: string
  /** The edge around lid and base, if it does not have the deck's colour. */
  edge?: string
  bezel: 'slim' | 'middle' | 'wide'
  thickness: number
  numpad?: true
  /** A pointing stick between the keys, with two buttons of its own above the touchpad. */
  stick?: string
  speakers?: 'sides' | 'above'
  hinge: 'bar' | 'two' | 'raised'
  /** Lit legends, as gaming machines have them. */
  glow?: string
}

const SILVER = '#c4c8ce'
const PALE = '#d6d8dc'
const GRAPHITE = '#3d4047'
const BLACK = '#2b2d33'
const INK = '#26282e'

const elite: Look = {
  inches: 14,
  ratio: '16:9',
  deck: SILVER,
  keys: '#35383f',
  bezel: 'middle',
  thickness: 1.75,
  stick: '#4a4d55',
  speakers: 'above',
  hinge: 'bar',
}
const pro: Look = {
  inches: 15.6,
  ratio: '16:9',
  deck: '#bfc3c9',
  keys: INK,
  bezel: 'middle',
  thickness: 1.9,
  numpad: true,
  hinge: 'bar',
}
const latitude: Look = {
  inches: 14,
  ratio: '16:9',
  deck: GRAPHITE,
  keys: INK,
  bezel: 'middle',
  thickness: 1.8,
  stick: '#3c6fa8',
  hinge: 'two',
}
const inspiron: Look = {
  inches: 15.6,
  ratio: '16:9',
  deck: BLACK,
  keys: '#1f2126',
  bezel: 'middle',
  thickness: 1.9,
  numpad: true,
  hinge: 'bar',
}
const gaming: Look = {
  inches: 15.6,
  ratio: '16:9',
  deck: '#41444c',
  keys: '#23252b',
  bezel: 'middle',
  thickness: 2.3,
  numpad: true,
  hinge: 'raised',
  glow: '#f2b38a',
}
const prelude: Look = {
  inches: 14,
  ratio: '16:9',
  deck: '#c9c3b8',
  keys: '#3a3a3d',
  bezel: 'wide',
  thickness: 1.9,
  hinge: 'bar',
}
const passion: Look = {
  inches: 15.6,
  ratio: '16:9',
  deck: '#8d929b',
  keys: INK,
  bezel: 'middle',
  thickness: 2,
  numpad: true,
  hinge: 'two',
}
const tamarind: Look = {
  inches: 14,
  ratio: '16:9',
  deck: '#aeb6c2',
  keys: '#30343c',
  bezel: 'middle',
  thickness: 1.8,
  hinge: 'bar',
}

export const LOOKS: Record<string, Look> = {
  'HP EliteBook 840 G5': { ...elite, bezel: 'wide' },
  'HP EliteBook 840 G6': elite,
  'HP EliteBook 840 G7': { ...elite, deck: PALE, bezel: 'slim' },
  'HP EliteBook x360 1030 G3': {
    ...elite,
    inches: 13.3,
    deck: PALE,
    keys: '#4b4e55',
    edge: '#e4e5e7',
    thickness: 1.5,
    stick: undefined,
    speakers: 'sides',
  },
  'HP ProBook 450 G7': pro,
  'HP ProBook 440 G8': { ...pro, inches: 14, numpad: undefined, deck: PALE, bezel: 'slim' },
  'HP Pavilion 15-eg': {
    ...pro,
    deck: '#b7c4d1',
    keys: '#aab8c6',
    bezel: 'slim',
    speakers: 'above',
    thickness: 1.7,
  },
  'HP 15s-du1068TU': { ...pro, deck: PALE, keys: '#c8cacf', bezel: 'wide', thickness: 2 },
  'HP 15-fd0807TU': { ...pro, deck: '#cfd1d5', keys: '#c2c5ca', bezel: 'slim', thickness: 1.8 },
  'HP Victus 16': { ...gaming, inches: 16.1, deck: '#34373f', glow: '#dfe6ee' },
  'HP ZBook 15 G5': {
    ...pro,
    deck: '#7c8087',
    bezel: 'wide',
    thickness: 2.5,
    stick: '#55585f',
    speakers: 'above',
  },
  'Dell Latitude 7490': latitude,
  'Dell Latitude 5490': { ...latitude, deck: '#34363c', bezel: 'wide', thickness: 2.1 },
  'Dell Latitude 7400': { ...latitude, deck: '#4d4a4a', keys: '#2c2a2b', bezel: 'slim', stick: undefined },
  'Dell Latitude 5410': { ...latitude, deck: '#46494f', stick: undefined, thickness: 2 },
  'Dell Latitude 5420': { ...latitude, deck: '#6d7178', keys: '#2b2d33', bezel: 'slim', stick: undefined },
  'Dell Inspiron 15 3511': inspiron,
  'Dell Vostro 3520': { ...inspiron, deck: '#33363d', bezel: 'slim' },
  'Dell 15 DC15250': { ...inspiron, deck: '#c7cacf', keys: '#b9bdc3', bezel: 'slim', hinge: 'raised' },
  'Dell XPS 13 9310': {
    inches: 13.4,
    ratio: '16:10',
    deck: '#2c2d31',
    keys: '#222327',
    edge: '#d5d7da',
    bezel: 'slim',
    thickness: 1.4,
    hinge: 'bar',
  },
  'Dell G15 5510': { ...gaming, deck: '#4a4d54', glow: '#f0a890' },
  'Dell G15 5511': { ...gaming, deck: '#3b3f45', glow: '#a8cfe6' },
  'Dell Precision 5540': {
    ...inspiron,
    deck: '#303136',
    edge: '#c9cbcf',
    numpad: undefined,
    bezel: 'slim',
    thickness: 1.6,
    speakers: 'sides',
  },
  'Walton Prelude N41 Pro': prelude,
  'Walton Prelude N50 Pro': { ...prelude, deck: '#b9bec6' },
  'Walton Passion BX5800': { ...passion, inches: 14, numpad: undefined, deck: '#9da1a8', bezel: 'wide' },
  'Walton Passion BX510U': passion,
  'Walton Passion BK710U': { ...passion, deck: '#4b4f57' },
  'Walton Tamarind EX5800A': { ...tamarind, deck: '#a3a7ad', bezel: 'wide' },
  'Walton Tamarind EX710G': { ...tamarind, inches: 15.6, numpad: true, deck: '#5b606a' },
  'Walton Tamarind EX10': tamarind,
  'Walton Tamarind MX5': { ...tamarind, deck: '#8799ad', keys: '#2c333c', bezel: 'slim' },
}
