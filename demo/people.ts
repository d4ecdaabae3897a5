import type { Role } from '#server/db/database.ts';

/** The password of all demo accounts. No other data folder uses it. */
export const DEMO_PASSWORD = 'lamps-and-ladders';

export type Member = {
  name: string;
  email: string;
  phone: string;
  role: Role;
  base_location: string | null;
  is_active: boolean;
  /** The relative share of the work of this member. */
  weight: number;
};

const technician = (name: string, line: number, base_location: string | null, weight: number): Member => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.').replaceAll("'", '')}@demo.example`,
  phone: `(407) 555-01${line}`,
  role: 'technician',
  base_location,
  is_active: true,
  weight,
});

/** The office, the crew and the auditor. The demo prints the sign-in of the first of each role. */
export const staff: readonly Member[] = [
  {
    name: 'Rosa Delgado',
    email: 'admin@demo.example',
    phone: '(407) 555-0142',
    role: 'admin',
    base_location: 'Orlando office',
    is_active: true,
    weight: 0,
  },
  {
    name: 'Henry Ashworth',
    email: 'auditor@demo.example',
    phone: '(321) 555-0177',
    role: 'auditor',
    base_location: null,
    is_active: true,
    weight: 0,
  },
  { ...technician('Mike Kowalski', 43, 'Orlando, Truck 1', 5), email: 'technician@demo.example' },
  technician('Tanya Brooks', 44, 'Sanford, Truck 2', 4),
  technician('Luis Cordero', 45, 'Kissimmee, Bucket truck 3', 5),
  technician("Sean O'Malley", 46, 'Winter Garden, Truck 4', 3),
  technician('Priya Raman', 47, 'Maitland, Truck 5', 4),
  technician('Darnell Whitaker', 48, 'Apopka, Bucket truck 6', 4),
  technician('Joe Tran', 49, null, 2),
  { ...technician('Walt Simmons', 50, 'Orlando, Truck 7', 3), is_active: false },
];
