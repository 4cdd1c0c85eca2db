import type { CountryCode } from '@fynbos/domain/country/countries.ts';

/** A town with its rental branch and the format of its addresses. */
export interface Place {
  readonly city: string;
  readonly country: CountryCode;
  /** Key of `LANGUAGES_OF`. */
  readonly region: string;
  /** Relative number of agencies. */
  readonly weight: number;
  /** Landline area code, with its zero if the country has one, and the number of digits after it. */
  readonly landline: { readonly area: string; readonly digits: number };
  readonly suburbs: readonly (readonly [name: string, postalCode: string])[];
  readonly streets: readonly string[];
  /** Rental branches, the airport first. */
  readonly branches: readonly string[];
}

type Row = Omit<Place, 'country' | 'landline'> & {
  readonly area: string;
  readonly country?: CountryCode;
  readonly digits?: number;
};
const place = ({ area, digits = 7, country = 'RSA', ...rest }: Row): Place => ({
  ...rest,
  country,
  landline: { area, digits },
});

/** Places of agencies. Postal codes match suburbs, area codes match landlines. */
export const PLACES: readonly Place[] = [
  place({
    city: 'Johannesburg',
    region: 'gauteng',
    weight: 22,
    area: '011',
    suburbs: [
      ['Sandton', '2196'],
      ['Rosebank', '2196'],
      ['Randburg', '2194'],
      ['Bedfordview', '2007'],
      ['Soweto', '1804'],
      ['Midrand', '1685'],
    ],
    streets: ['Rivonia Road', 'Jan Smuts Avenue', 'Oxford Road', 'Vilakazi Street', 'Katherine Street'],
    branches: ['JNB01', 'JNB05', 'HLA01'],
  }),
  place({
    city: 'Pretoria',
    region: 'gauteng',
    weight: 10,
    area: '012',
    suburbs: [
      ['Hatfield', '0083'],
      ['Brooklyn', '0181'],
      ['Centurion', '0157'],
      ['Menlyn', '0081'],
    ],
    streets: ['Lynnwood Road', 'Church Street', 'Justice Mahomed Street', 'Atterbury Road'],
    branches: ['PRY01', 'PRY03'],
  }),
  place({
    city: 'Cape Town',
    region: 'westernCape',
    weight: 20,
    area: '021',
    suburbs: [
      ['Claremont', '7708'],
      ['Gardens', '8001'],
      ['Bellville', '7530'],
      ['Sea Point', '8005'],
      ['Mitchells Plain', '7785'],
      ['Athlone', '7764'],
    ],
    streets: ['Main Road', 'Long Street', 'Kloof Street', 'Voortrekker Road', 'Klipfontein Road'],
    branches: ['CPT01', 'CPT04', 'CPT09'],
  }),
  place({
    city: 'Stellenbosch',
    region: 'westernCape',
    weight: 3,
    area: '021',
    suburbs: [
      ['Central', '7600'],
      ['Die Boord', '7600'],
    ],
    streets: ['Dorp Street', 'Andringa Street', 'Merriman Avenue'],
    branches: ['CPT12'],
  }),
  place({
    city: 'George',
    region: 'westernCape',
    weight: 4,
    area: '044',
    suburbs: [
      ['Central', '6529'],
      ['Heather Park', '6529'],
    ],
    streets: ['York Street', 'Courtenay Street', 'Knysna Road'],
    branches: ['GRJ01'],
  }),
  place({
    city: 'Durban',
    region: 'kwazuluNatal',
    weight: 14,
    area: '031',
    suburbs: [
      ['Umhlanga', '4319'],
      ['Berea', '4001'],
      ['Westville', '3629'],
      ['Chatsworth', '4092'],
      ['Umlazi', '4066'],
    ],
    streets: ['Florida Road', 'Lagoon Drive', 'Musgrave Road', 'Jan Hofmeyr Road', 'Lighthouse Road'],
    branches: ['DUR01', 'DUR02', 'DUR06'],
  }),
  place({
    city: 'Pietermaritzburg',
    region: 'kwazuluNatal',
    weight: 3,
    area: '033',
    suburbs: [
      ['Scottsville', '3201'],
      ['Central', '3201'],
    ],
    streets: ['Victoria Road', 'Boom Street', 'Alan Paton Avenue'],
    branches: ['PZB01'],
  }),
  place({
    city: 'Gqeberha',
    region: 'easternCape',
    weight: 6,
    area: '041',
    suburbs: [
      ['Walmer', '6070'],
      ['Newton Park', '6045'],
      ['Summerstrand', '6001'],
    ],
    streets: ['Cape Road', 'Main Road', 'Heugh Road', 'Beach Road'],
    branches: ['PLZ01', 'PLZ02'],
  }),
  place({
    city: 'East London',
    region: 'easternCape',
    weight: 4,
    area: '043',
    suburbs: [
      ['Vincent', '5247'],
      ['Beacon Bay', '5241'],
    ],
    streets: ['Devereux Avenue', 'Bonza Bay Road', 'Oxford Street'],
    branches: ['ELS01'],
  }),
  place({
    city: 'Bloemfontein',
    region: 'freeState',
    weight: 5,
    area: '051',
    suburbs: [
      ['Westdene', '9301'],
      ['Langenhoven Park', '9330'],
    ],
    streets: ['Nelson Mandela Drive', 'Second Avenue', 'Zastron Street'],
    branches: ['BFN01'],
  }),
  place({
    city: 'Polokwane',
    region: 'limpopo',
    weight: 5,
    area: '015',
    suburbs: [
      ['Central', '0699'],
      ['Bendor', '0713'],
    ],
    streets: ['Grobler Street', 'Thabo Mbeki Street', 'Munnik Avenue'],
    branches: ['PTG01'],
  }),
  place({
    city: 'Mbombela',
    region: 'mpumalanga',
    weight: 5,
    area: '013',
    suburbs: [
      ['Riverside Park', '1200'],
      ['West Acres', '1201'],
    ],
    streets: ['Brown Street', 'Samora Machel Drive', 'Government Boulevard'],
    branches: ['MQP01'],
  }),
  place({
    city: 'Rustenburg',
    region: 'northWest',
    weight: 3,
    area: '014',
    suburbs: [
      ['Central', '0299'],
      ['Cashan', '0299'],
    ],
    streets: ['Beyers Naude Drive', 'Fatima Bhayat Street', 'Boom Street'],
    branches: ['RUS01'],
  }),
  place({
    city: 'Kimberley',
    region: 'northernCape',
    weight: 3,
    area: '053',
    suburbs: [
      ['Monument Heights', '8301'],
      ['New Park', '8301'],
    ],
    streets: ['Du Toitspan Road', 'Bultfontein Road', 'Memorial Road'],
    branches: ['KIM01'],
  }),
  place({
    city: 'Windhoek',
    country: 'NMB',
    region: 'NMB',
    weight: 5,
    area: '0612',
    digits: 5,
    suburbs: [
      ['Klein Windhoek', '10005'],
      ['Eros', '10012'],
      ['Katutura', '10007'],
    ],
    streets: ['Independence Avenue', 'Sam Nujoma Drive', 'Nelson Mandela Avenue'],
    branches: ['WDH01', 'WDH02'],
  }),
  place({
    city: 'Gaborone',
    country: 'BOT',
    region: 'BOT',
    weight: 4,
    area: '39',
    digits: 5,
    suburbs: [
      ['Main Mall', '00267'],
      ['Broadhurst', '00267'],
    ],
    streets: ['Khama Crescent', 'Nyerere Drive', 'Independence Avenue'],
    branches: ['GBE01'],
  }),
  place({
    city: 'Maseru',
    country: 'LES',
    region: 'LES',
    weight: 3,
    area: '22',
    digits: 6,
    suburbs: [
      ['Maseru West', '100'],
      ['Ha Thetsane', '104'],
    ],
    streets: ['Kingsway', 'Pioneer Road', 'Moshoeshoe Road'],
    branches: ['MSU01'],
  }),
  place({
    city: 'Mbabane',
    country: 'SWZ',
    region: 'SWZ',
    weight: 3,
    area: '2404',
    digits: 4,
    suburbs: [
      ['Dalriach', 'H100'],
      ['Sidwashini', 'H100'],
    ],
    streets: ['Gwamile Street', 'Somhlolo Road', 'Dr Sishayi Road'],
    branches: ['QMN01'],
  }),
];
