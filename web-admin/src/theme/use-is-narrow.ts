import { type Theme, useMediaQuery } from '@mui/material';

/** Whether the window is too narrow for a permanent menu: a phone, or a desktop zoomed to 200 %. */
export const useIsNarrow = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));

/** Whether the rows of a table are cards without a head (`table.css`). */
export const useShowsCards = (): boolean => useMediaQuery('(max-width: 699px)');
