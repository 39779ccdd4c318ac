// The names of districts on the map, at about their centres.
import type { Coordinates } from './projection';

export interface District extends Coordinates {
  name: string;
  /** The zoom level at which the name appears: 1 is the farthest. */
  rank: 1 | 2 | 3;
}

const at = (rank: 1 | 2 | 3, name: string, latitude: number, longitude: number): District => ({
  name,
  latitude,
  longitude,
  rank,
});

/** In order of importance: the first win where names overlap. */
export const DISTRICTS: District[] = [
  at(1, 'Dubai Marina', 25.0805, 55.1403),
  at(1, 'Downtown Dubai', 25.1965, 55.275),
  at(1, 'Palm Jumeirah', 25.1185, 55.1335),
  at(1, 'Deira', 25.268, 55.327),
  at(1, 'Jebel Ali', 24.992, 55.112),
  at(1, 'Dubai South', 24.875, 55.155),
  at(1, 'Sharjah', 25.345, 55.42),
  at(1, 'Dubai Silicon Oasis', 25.12, 55.38),
  at(2, 'Business Bay', 25.1815, 55.27),
  at(2, 'Jumeirah', 25.2055, 55.2445),
  at(2, 'Dubai Hills Estate', 25.1105, 55.249),
  at(2, 'Jumeirah Village Circle', 25.06, 55.209),
  at(2, 'Al Barsha', 25.1055, 55.2005),
  at(2, 'Dubai Creek Harbour', 25.2035, 55.3505),
  at(2, 'Meydan', 25.1565, 55.301),
  at(2, 'Town Square', 25.0055, 55.291),
  at(2, 'Mirdif', 25.2205, 55.423),
  at(2, 'Al Furjan', 25.0275, 55.1485),
  at(2, 'International City', 25.1635, 55.409),
  at(2, 'Dubai Investments Park', 24.99, 55.17),
  at(2, 'Bur Dubai', 25.2555, 55.2965),
  at(2, 'Palm Jebel Ali', 25.003, 54.988),
  at(2, 'Dubai International Airport', 25.253, 55.365),
  at(2, 'Al Maktoum International Airport', 24.896, 55.161),
  at(3, 'Jumeirah Lake Towers', 25.0695, 55.1425),
  at(3, 'Al Quoz', 25.14, 55.236),
  at(3, 'Arjan', 25.0605, 55.239),
  at(3, 'Motor City', 25.0455, 55.2385),
  at(3, 'Dubai Sports City', 25.0375, 55.2185),
  at(3, 'Discovery Gardens', 25.039, 55.137),
  at(3, 'Arabian Ranches', 25.054, 55.2725),
  at(3, 'Damac Hills', 25.0275, 55.25),
  at(3, 'Umm Suqeim', 25.1455, 55.2),
  at(3, 'Expo City', 24.962, 55.149),
  at(3, 'Academic City', 25.117, 55.4155),
  at(3, 'Al Warqa', 25.192, 55.415),
  at(3, 'Al Qusais', 25.275, 55.385),
  at(3, 'Al Nahda', 25.291, 55.3725),
  at(3, 'Nad Al Sheba', 25.151, 55.332),
  at(3, 'Dubai Festival City', 25.222, 55.355),
  at(3, 'Al Satwa', 25.2235, 55.274),
];
