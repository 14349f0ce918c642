/** Where customers of the demo shop live. Towns exist; people and streets are made up. */
export interface Town {
  readonly city: string;
  readonly postcode: string;
  readonly region?: string;
}

export interface Place {
  readonly country: string;
  readonly weight: number;
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly streets: readonly string[];
  readonly numberFirst?: boolean;
  readonly phone: string;
  readonly towns: readonly Town[];
  /** A number of the country's form that no register knows. */
  readonly vatNumber?: string;
}

export const places: readonly Place[] = [
  {
    country: 'NL',
    weight: 20,
    given: ['Femke', 'Joris', 'Maaike', 'Thijs', 'Lotte', 'Bram', 'Sanne', 'Ruben', 'Noor', 'Daan'],
    family: [
      'van Dijk',
      'de Boer',
      'Hoekstra',
      'Vermeulen',
      'Postma',
      'Kuipers',
      'ter Haar',
      'Smeets',
    ],
    streets: ['Toetsenlaan', 'Veerstraat', 'Letterpad', 'Schakelweg', 'Klinkersteeg'],
    phone: '+31 6 0000 0',
    towns: [
      { city: 'Utrecht', postcode: '3511 AB' },
      { city: 'Groningen', postcode: '9711 CD' },
      { city: 'Eindhoven', postcode: '5611 EF' },
      { city: '’s-Hertogenbosch', postcode: '5211 GH' },
    ],
    vatNumber: 'NL000000000B01',
  },
  {
    country: 'DE',
    weight: 22,
    given: [
      'Anke',
      'Jonas',
      'Mareike',
      'Lukas',
      'Svenja',
      'Tobias',
      'Greta',
      'Moritz',
      'Jürgen',
      'Käthe',
    ],
    family: ['Brandt', 'Vogelsang', 'Lüdemann', 'Krause', 'Hartwig', 'Schäfer', 'Winkler', 'Groß'],
    streets: ['Tastenweg', 'Federgasse', 'Schalterstraße', 'Zum Setzkasten', 'Leertastenring'],
    phone: '+49 151 0000 0',
    towns: [
      { city: 'Leipzig', postcode: '04109' },
      { city: 'Hamburg', postcode: '20095' },
      { city: 'Freiburg im Breisgau', postcode: '79098' },
      { city: 'Köln', postcode: '50667' },
    ],
    vatNumber: 'DE000000000',
  },
  {
    country: 'FR',
    weight: 9,
    given: ['Élodie', 'Mathieu', 'Camille', 'Théo', 'Inès', 'Baptiste'],
    family: ['Lefèvre', 'Moreau', 'Garnier', 'Chevallier', 'Fontaine', 'Besson'],
    streets: ['rue du Clavier', 'impasse des Touches', 'avenue de la Casse', 'rue des Ressorts'],
    numberFirst: true,
    phone: '+33 6 00 00 0',
    towns: [
      { city: 'Lyon', postcode: '69002' },
      { city: 'Nantes', postcode: '44000' },
      { city: 'Strasbourg', postcode: '67000' },
    ],
    vatNumber: 'FR00000000000',
  },
  {
    country: 'BE',
    weight: 6,
    given: ['Wout', 'Elise', 'Jef', 'Charlotte', 'Lies'],
    family: ['Peeters', 'Claes', 'Dubois', 'Wouters', 'Lambert'],
    streets: ['Drukkersstraat', 'Toetsensteeg', 'rue du Ressort'],
    phone: '+32 470 00 0',
    towns: [
      { city: 'Gent', postcode: '9000' },
      { city: 'Liège', postcode: '4000' },
    ],
    vatNumber: 'BE0000000000',
  },
  {
    country: 'GB',
    weight: 14,
    given: ['Imogen', 'Callum', 'Harriet', 'Rhys', 'Aisha', 'Fergus', 'Niamh', 'Owen'],
    family: ['Ashdown', 'Penhaligon', 'Macrae', 'Okafor', 'Llewellyn', 'Thackeray', 'Whitlock'],
    streets: ['Switch Lane', 'Keycap Row', 'Stabiliser Close', 'Old Typefounders’ Yard'],
    numberFirst: true,
    phone: '+44 7700 900',
    towns: [
      { city: 'Bristol', postcode: 'BS1 4ZZ' },
      { city: 'Leith', postcode: 'EH6 6ZZ' },
      { city: 'Cardiff', postcode: 'CF10 1ZZ' },
      { city: 'Sheffield', postcode: 'S1 2ZZ' },
    ],
  },
  {
    country: 'US',
    weight: 15,
    given: ['Marisol', 'Dwight', 'Priya', 'Caleb', 'Jada', 'Wesley', 'Naomi', 'Tyler'],
    family: ['Whitfield', 'Castellanos', 'Nguyen', 'Abernathy', 'Lindqvist', 'Redd', 'Kowalczyk'],
    streets: ['Spacebar Avenue', 'Linear Street', 'Tactile Drive', 'Enter Court'],
    numberFirst: true,
    phone: '+1 555 010 ',
    towns: [
      { city: 'Portland', region: 'OR', postcode: '97205' },
      { city: 'Madison', region: 'WI', postcode: '53703' },
      { city: 'Austin', region: 'TX', postcode: '78701' },
      { city: 'Providence', region: 'RI', postcode: '02903' },
    ],
  },
  {
    country: 'SE',
    weight: 6,
    given: ['Åsa', 'Elias', 'Linnea', 'Oskar', 'Freja'],
    family: ['Lindström', 'Söderberg', 'Ek', 'Bergqvist', 'Norén'],
    streets: ['Tangentvägen', 'Fjädergränd', 'Bokstavsgatan'],
    phone: '+46 70 000 0',
    towns: [
      { city: 'Göteborg', postcode: '411 03' },
      { city: 'Umeå', postcode: '903 26' },
    ],
    vatNumber: 'SE000000000001',
  },
  {
    country: 'PL',
    weight: 5,
    given: ['Zuzanna', 'Bartosz', 'Małgorzata', 'Kacper'],
    family: ['Wiśniewska', 'Zieliński', 'Wójcik', 'Dąbrowska'],
    streets: ['ul. Klawiszowa', 'ul. Sprężynowa', 'ul. Czcionki'],
    phone: '+48 500 000 ',
    towns: [
      { city: 'Wrocław', postcode: '50-101' },
      { city: 'Gdańsk', postcode: '80-830' },
    ],
  },
  {
    country: 'ES',
    weight: 5,
    given: ['Lucía', 'Íñigo', 'Marta', 'Álvaro'],
    family: ['Echeverría', 'Ruiz Soler', 'Castaño', 'Ibáñez'],
    streets: ['calle de las Teclas', 'calle del Muelle', 'pasaje del Tipo'],
    phone: '+34 600 000 ',
    towns: [
      { city: 'Bilbao', region: 'Bizkaia', postcode: '48001' },
      { city: 'Valencia', region: 'Valencia', postcode: '46001' },
    ],
  },
  {
    country: 'IT',
    weight: 5,
    given: ['Chiara', 'Matteo', 'Giulia', 'Leonardo'],
    family: ['Bellandi', 'Conti', 'Marchetti', 'D’Angelo'],
    streets: ['via dei Tasti', 'vicolo della Molla', 'via del Carattere'],
    phone: '+39 300 000 0',
    towns: [
      { city: 'Bologna', region: 'BO', postcode: '40121' },
      { city: 'Torino', region: 'TO', postcode: '10121' },
    ],
  },
  {
    country: 'AT',
    weight: 4,
    given: ['Magdalena', 'Florian', 'Leopold', 'Resi'],
    family: ['Gruber', 'Hofstätter', 'Pichler', 'Edlinger'],
    streets: ['Tastengasse', 'Federkielweg', 'Am Setzkasten'],
    phone: '+43 660 000 0',
    towns: [
      { city: 'Graz', postcode: '8010' },
      { city: 'Wien', postcode: '1070' },
    ],
    vatNumber: 'ATU00000000',
  },
  {
    country: 'DK',
    weight: 4,
    given: ['Søren', 'Mette', 'Asger', 'Signe'],
    family: ['Kjær', 'Østergaard', 'Lund', 'Bøgh'],
    streets: ['Tastevej', 'Fjederstræde', 'Bogstavgade'],
    phone: '+45 00 00 0',
    towns: [
      { city: 'Aarhus C', postcode: '8000' },
      { city: 'København K', postcode: '1050' },
    ],
  },
  {
    country: 'FI',
    weight: 3,
    given: ['Aino', 'Eero', 'Venla'],
    family: ['Hämäläinen', 'Koskinen', 'Rantala'],
    streets: ['Näppäinkatu', 'Jousikuja'],
    phone: '+358 40 000 ',
    towns: [{ city: 'Tampere', postcode: '33100' }],
  },
  {
    country: 'IE',
    weight: 3,
    given: ['Saoirse', 'Cormac', 'Aoife'],
    family: ['Ó Briain', 'Gallagher', 'Nolan'],
    streets: ['Typewriter Lane', 'Keystone Quay'],
    numberFirst: true,
    phone: '+353 85 000 ',
    towns: [{ city: 'Cork', region: 'Co. Cork', postcode: 'T12 A0A0' }],
  },
  {
    country: 'PT',
    weight: 2,
    given: ['Inês', 'Tomás', 'Beatriz'],
    family: ['Carvalho', 'Nogueira', 'Magalhães'],
    streets: ['rua das Teclas', 'travessa da Mola'],
    phone: '+351 910 000 ',
    towns: [{ city: 'Porto', postcode: '4000-001' }],
  },
  {
    country: 'CZ',
    weight: 2,
    given: ['Jiří', 'Kateřina', 'Vojtěch'],
    family: ['Dvořák', 'Svobodová', 'Říha'],
    streets: ['Klávesová', 'Pružinová'],
    phone: '+420 600 000 ',
    towns: [{ city: 'Brno', postcode: '602 00' }],
  },
  {
    country: 'CH',
    weight: 6,
    given: ['Reto', 'Noémie', 'Ursina', 'Luca'],
    family: ['Zürcher', 'Caduff', 'Rochat', 'Ammann'],
    streets: ['Tastenrain', 'chemin du Ressort', 'Setzerweg'],
    phone: '+41 79 000 0',
    towns: [
      { city: 'Zürich', postcode: '8001' },
      { city: 'Lausanne', postcode: '1003' },
    ],
  },
  {
    country: 'NO',
    weight: 4,
    given: ['Ingrid', 'Håkon', 'Solveig'],
    family: ['Bjørnstad', 'Haugen', 'Lie'],
    streets: ['Tastveien', 'Fjærbakken'],
    phone: '+47 400 00 ',
    towns: [
      { city: 'Bergen', postcode: '5003' },
      { city: 'Trondheim', postcode: '7011' },
    ],
  },
  {
    country: 'CA',
    weight: 5,
    given: ['Gwendolyn', 'Étienne', 'Arjun', 'Maeve'],
    family: ['Tremblay', 'Sandhu', 'Fraser', 'Bouchard'],
    streets: ['Keyswitch Crescent', 'rue du Clavier', 'Numpad Road'],
    numberFirst: true,
    phone: '+1 555 011 ',
    towns: [
      { city: 'Halifax', region: 'NS', postcode: 'B3H 0A0' },
      { city: 'Montréal', region: 'QC', postcode: 'H2X 0A0' },
    ],
  },
  {
    country: 'AU',
    weight: 5,
    given: ['Matilda', 'Lachlan', 'Ngaire', 'Angus'],
    family: ['Brereton', 'Papadakis', 'Quinlan', 'Hargreaves'],
    streets: ['Keycap Parade', 'Tactile Street'],
    numberFirst: true,
    phone: '+61 491 570 ',
    towns: [
      { city: 'Fremantle', region: 'WA', postcode: '6160' },
      { city: 'Brunswick', region: 'VIC', postcode: '3056' },
    ],
  },
  {
    country: 'JP',
    weight: 4,
    given: ['Haruka', 'Kenta', 'Mio'],
    family: ['Kanzaki', 'Shimizu', 'Takigawa'],
    streets: ['Kagimachi', 'Tsukie-cho'],
    numberFirst: true,
    phone: '+81 90 0000 ',
    towns: [
      { city: 'Kyoto', region: 'Kyoto', postcode: '600-8001' },
      { city: 'Sendai', region: 'Miyagi', postcode: '980-0811' },
    ],
  },
  {
    country: 'SG',
    weight: 3,
    given: ['Wei Ling', 'Hafiz', 'Kavitha'],
    family: ['Tan', 'bin Rashid', 'Pillai'],
    streets: ['Jalan Papan Kekunci', 'Switch Avenue'],
    numberFirst: true,
    phone: '+65 8000 0',
    towns: [{ city: 'Singapore', postcode: '018900' }],
  },
  {
    country: 'KR',
    weight: 3,
    given: ['Seo-yeon', 'Min-jun', 'Ha-eun'],
    family: ['Baek', 'Seong', 'Yang'],
    streets: ['Japan-ro', 'Kibodeu-gil'],
    phone: '+82 10 0000 ',
    towns: [{ city: 'Daegu', region: 'Daegu', postcode: '41900' }],
  },
];
