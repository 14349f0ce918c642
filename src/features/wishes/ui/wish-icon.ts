/** A keycap with a heart for its legend; kept, the cap is pressed in and its heart filled. */
export const capPath =
  'M6.2 3.5h11.6a2.7 2.7 0 0 1 2.7 2.7v11.6a2.7 2.7 0 0 1-2.7 2.7H6.2a2.7 2.7 0 0 1-2.7-2.7V6.2a2.7 2.7 0 0 1 2.7-2.7Z';
export const heartPath =
  'M12 17c-2.9-1.8-4.9-3.6-4.9-5.9a2.6 2.6 0 0 1 4.9-1.3 2.6 2.6 0 0 1 4.9 1.3c0 2.3-2 4.1-4.9 5.9Z';
