//! The two people at the table, identified by seats, since a swap exchanges their colours.

use std::ops::Not;

use renju_core::named_enum::named_enum;

named_enum! {
    /// A person at the table, who keeps the seat when colours are swapped.
    pub enum Seat: "seat" {
        /// Who begins the opening, as Black until something else is settled.
        First = "first",
        /// The other person, who begins as White.
        Second = "second",
    }
}

impl Not for Seat {
    type Output = Seat;

    /// The other seat.
    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}
