/** The keyboard layouts that the colour picker draws, by their codes; a test compares them with it. */
export const layoutChoices = [
  { value: '60', label: '60%' },
  { value: '60-iso', label: '60% ISO' },
  { value: '65', label: '65%' },
  { value: '65-iso', label: '65% ISO' },
  { value: '75', label: '75%' },
  { value: 'tkl', label: 'TKL' },
  { value: 'tkl-iso', label: 'TKL ISO' },
  { value: '1800', label: '1800' },
  { value: 'full', label: 'Full size' },
  { value: 'full-iso', label: 'Full size ISO' },
  { value: 'alice', label: 'Alice' },
  { value: 'hhkb', label: 'HHKB' },
  { value: 'ortho-40', label: 'Ortho 40%' },
  { value: 'numpad', label: 'Numpad' },
  { value: 'macropad', label: 'Macropad 3 × 3' },
] as const;
