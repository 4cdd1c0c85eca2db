/** Names by language. */
export interface NameGroup {
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly surnames: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s*,\s*/);
const group = (women: string, men: string, surnames: string): NameGroup => ({
  women: words(women),
  men: words(men),
  surnames: words(surnames),
});

/** The language groups of the region. */
export const NAME_GROUPS = {
  zulu: group(
    'Nomvula, Thandeka, Zanele, Nokuthula, Sibongile, Ayanda, Lindiwe, Ntombifuthi, Busisiwe, Hlengiwe',
    'Sipho, Bongani, Themba, Mandla, Sibusiso, Nhlanhla, Mduduzi, Lungelo, Sandile, Siyabonga',
    'Dlamini, Khumalo, Zulu, Ndlovu, Mkhize, Cele, Ngcobo, Buthelezi, Mthembu, Zungu, Shabalala, Gumede',
  ),
  xhosa: group(
    'Nosipho, Unathi, Asanda, Zukiswa, Nomfundo, Babalwa, Yolanda, Nolitha, Andiswa, Vuyokazi',
    'Luyanda, Mzwandile, Xolani, Lwazi, Monde, Sizwe, Thembinkosi, Vuyani, Loyiso, Anele',
    'Mbambani, Somtunzi, Nkosi, Mdluli, Gqola, Mabandla, Ntshinga, Jordan, Mpofu, Tshabalala, Qunta, Xaba',
  ),
  sotho: group(
    'Lerato, Palesa, Puleng, Mpho, Dineo, Refilwe, Keneiloe, Nthabiseng, Limpho, Mamello',
    'Thabo, Tshepo, Teboho, Lebohang, Tumelo, Neo, Kabelo, Retselisitsoe, Thabang, Katleho',
    'Mokoena, Molefe, Mofokeng, Radebe, Motaung, Lekoala, Mohapi, Nthunya, Tau, Khoza, Letsie, Ramaphakela',
  ),
  tswana: group(
    'Boitumelo, Keitumetse, Gaone, Onalenna, Masego, Kelebogile, Tebogo, Oratile, Naledi, Segomotso',
    'Kagiso, Tiro, Kgosi, Oarabile, Thuso, Letlhogonolo, Mothusi, Katlego, Olebogeng, Pako',
    'Modise, Moeng, Seleke, Kgosana, Motsepe, Molebatsi, Sebina, Mogorosi, Tlhabi, Gabanakgosi, Setlhare, Phiri',
  ),
  pedi: group(
    'Mmapula, Lebogang, Matshidiso, Kgaugelo, Mahlogonolo, Rethabile, Makoma, Ramokone, Moloko, Tshegofatso',
    'Phuti, Lesiba, Mashudu, Thabiso, Kgothatso, Malesela, Jabu, Tlou, Sello, Madimetja',
    'Maphanga, Seabi, Mashaba, Ledwaba, Mamabolo, Chuene, Kekana, Malatji, Rapetsoa, Mothapo, Moloto, Matlala',
  ),
  tsonga: group(
    'Tsakani, Nkhensani, Rhulani, Hlulani, Basani, Vutomi, Tintswalo, Khensani',
    'Vusani, Rirhandzu, Nyiko, Hlayisani, Xihluke, Musa, Kulani, Amukelani',
    'Baloyi, Chauke, Mabunda, Maluleke, Ngobeni, Rikhotso, Shivambu, Mathebula, Nkuna, Hlungwani',
  ),
  venda: group(
    'Fhatuwani, Takalani, Livhuwani, Mulalo, Thilivhali, Rofhiwa, Vhonani, Lufuno',
    'Rudzani, Khathutshelo, Ndivhuwo, Azwindini, Mpho, Tshifhiwa, Dakalo, Mukundi',
    'Netshifhefhe, Mudau, Nemadzivhanani, Raphalalani, Tshivhase, Mulaudzi, Munyai, Nevhutalu, Rambau',
  ),
  ndebele: group(
    'Nomasonto, Thulisile, Sphiwe, Ntombizodwa, Bonisiwe, Nonhlanhla',
    'Jabulani, Sifiso, Vusumuzi, Mbongeni, Solomon, Zakhele',
    'Mahlangu, Skosana, Mtsweni, Masilela, Ntuli, Sibanyoni, Jiyane, Mabena',
  ),
  swati: group(
    'Nomcebo, Temahlubi, Gcebile, Phindile, Lomalanga, Tengetile, Sakhile',
    'Mcolisi, Sikhumbuzo, Mfanasibili, Banele, Wandile, Celani, Mphumuzi',
    'Simelane, Maseko, Nxumalo, Fakudze, Vilakati, Hlophe, Matsebula, Shongwe, Mamba, Ginindza',
  ),
  afrikaans: group(
    'Annelize, Elmarie, Marietjie, Liezel, Chantelle, Marlize, Ilse, Hanlie, Riana, Anneke, Tersia',
    'Pieter, Hendrik, Johan, Gerhard, Francois, Jaco, Werner, Deon, Riaan, Kobus, Stefan',
    'Botha, Van der Merwe, Du Plessis, Pretorius, Venter, Coetzee, Swanepoel, Steyn, Joubert, Van Zyl, Nel, Kruger',
  ),
  english: group(
    'Sarah, Claire, Bronwyn, Tracey, Megan, Fiona, Lauren, Kirsten, Heather, Philippa',
    'Andrew, Gareth, Craig, Stuart, Duncan, Brett, Warren, Graham, Justin, Michael',
    'Thompson, Mitchell, Hughes, Campbell, Bennett, Palmer, Fletcher, Harrison, Wilson, Clarke, Wright',
  ),
  cape: group(
    'Faeeza, Shireen, Charlene, Bernadette, Nadia, Ashleigh, Zainab, Rochelle, Yumna',
    'Riyaad, Ebrahim, Clinton, Marlon, Ashwin, Shafiek, Jerome, Taariq, Wayne',
    'Davids, Adams, Jacobs, Petersen, Abrahams, Hendricks, Isaacs, Fortuin, Williams, Arendse, Solomons, Cupido',
  ),
  indian: group(
    'Priya, Kavitha, Nisha, Ayesha, Shanthi, Fathima, Reshma, Thirusha, Devika',
    'Rajesh, Vikash, Kumaran, Yusuf, Suren, Imraan, Dhiren, Nishen, Pravesh',
    'Naidoo, Govender, Pillay, Moodley, Reddy, Maharaj, Patel, Ismail, Essop, Singh, Chetty, Padayachee',
  ),
  oshiwambo: group(
    'Ndapewa, Selma, Hilma, Taimi, Ndahafa, Martha, Helvi, Loide',
    'Tangeni, Petrus, Shikongo, Festus, Erastus, Immanuel, Nangolo, Paulus',
    'Shilongo, Nghidinwa, Amupolo, Iipinge, Haimbodi, Nangombe, Hamutenya, Kandjii, Tjiueza',
  ),
} as const satisfies Record<string, NameGroup>;

export type Language = keyof typeof NAME_GROUPS;

/** Approximate languages of the regions in `PLACES`. */
export const LANGUAGES_OF: Readonly<Record<string, readonly (readonly [Language, number])[]>> = {
  gauteng: [
    ['zulu', 20],
    ['english', 13],
    ['afrikaans', 13],
    ['sotho', 12],
    ['pedi', 11],
    ['tswana', 10],
    ['xhosa', 7],
    ['tsonga', 7],
    ['indian', 5],
    ['ndebele', 4],
    ['venda', 3],
  ],
  westernCape: [
    ['cape', 32],
    ['afrikaans', 24],
    ['english', 20],
    ['xhosa', 22],
    ['indian', 2],
  ],
  kwazuluNatal: [
    ['zulu', 55],
    ['indian', 27],
    ['english', 18],
  ],
  easternCape: [
    ['xhosa', 62],
    ['english', 14],
    ['afrikaans', 14],
    ['cape', 10],
  ],
  freeState: [
    ['sotho', 58],
    ['afrikaans', 30],
    ['tswana', 12],
  ],
  limpopo: [
    ['pedi', 45],
    ['venda', 27],
    ['tsonga', 28],
  ],
  mpumalanga: [
    ['swati', 36],
    ['zulu', 20],
    ['ndebele', 24],
    ['tsonga', 10],
    ['afrikaans', 10],
  ],
  northWest: [
    ['tswana', 70],
    ['afrikaans', 30],
  ],
  northernCape: [
    ['afrikaans', 40],
    ['cape', 25],
    ['tswana', 35],
  ],
  NMB: [
    ['oshiwambo', 65],
    ['afrikaans', 35],
  ],
  BOT: [['tswana', 100]],
  LES: [['sotho', 100]],
  SWZ: [['swati', 100]],
};
