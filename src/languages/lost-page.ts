/** In this tab, the last page that was not there in its language: whoever was led on from it is not led back. */
export const lostPageKey = 'keywright:lost-page';
