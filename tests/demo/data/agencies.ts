import { iataNumber, landline } from './numbers.ts';
import { PLACES, type Place } from './places.ts';
import type { Random } from './random.ts';

export interface Agency {
  readonly name: string;
  /** A domain below `.example`. */
  readonly domain: string;
  readonly place: Place;
  readonly iataNumber: string;
  readonly telephoneNumber: string;
  readonly physicalAddressLine1: string;
  readonly physicalAddressLine2: string;
  readonly physicalAddressLine3: string;
  readonly postalCode: string;
}

const FIRST = [
  'Blue Crane',
  'Baobab',
  'Karoo',
  'Umhlanga',
  'Table Mountain',
  'Jacaranda',
  'Marula',
  'Springbok',
  'Sunbird',
  'Indaba',
  'Ubuntu',
  'Kingfisher',
  'Savanna',
  'Outeniqua',
  'Drakensberg',
  'Lowveld',
  'Imbizo',
  'Highveld',
  'Protea',
  'Cape Point',
  'Golden Gate',
  'Mopane',
  'Kalahari',
  'Thaba',
  'Wild Coast',
  'Zambezi',
  'Aloe',
  'Amatola',
  'Sardine Run',
  'Rooibos',
];
const LAST = ['Travel', 'Tours & Travel', 'Travel Bureau', 'Corporate Travel', 'Journeys', 'Travel Centre', 'Holidays'];

/** Agencies with unique names in the region's towns; one per three agents. */
export function makeAgencies(random: Random, count: number): readonly Agency[] {
  const names = random.shuffled(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)));
  // Each place gets one before the random rest, so that every country occurs at every scale.
  const places = [...PLACES, ...Array.from({ length: Math.max(0, count - PLACES.length) }, () => placeBy(random))];
  return places.map((place, index) => {
    const series = Math.floor(index / names.length);
    const base = names[index % names.length] as string;
    const name = series === 0 ? base : `${base} ${place.city}`;
    const [suburb, postalCode] = random.pick(place.suburbs);
    return {
      name,
      domain: `${name.toLowerCase().replace(/[^a-z]+/g, '')}${series > 1 ? series : ''}.example`,
      place,
      iataNumber: iataNumber(random),
      telephoneNumber: landline(place, random),
      physicalAddressLine1: `${random.int(1, 480)} ${random.pick(place.streets)}`,
      physicalAddressLine2: suburb,
      physicalAddressLine3: place.city,
      postalCode,
    };
  });
}

const placeBy = (random: Random): Place => random.weighted(PLACES.map((place) => [place, place.weight] as const));
