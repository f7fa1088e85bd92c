//! In which order the entries of a program can be looked at, values before their uses.

use crate::program::Program;

/// An order of entries.
pub enum Order {
    /// That of the program.
    AsItIs(u32),
    /// These, one after the other. Entries that lead to themselves through operands, or to such ones, are in none; a program has them
    /// in blocks that are never reached and in graphs.
    Sorted(Vec<u32>),
}

impl Order {
    /// The order for a program.
    pub fn of(program: &Program) -> Order {
        if program.is_ordered() {
            Order::AsItIs(program.len() as u32)
        } else {
            Order::Sorted(sorted(program))
        }
    }

    /// How many entries have a place in the order.
    pub fn len(&self) -> usize {
        match self {
            Order::AsItIs(count) => *count as usize,
            Order::Sorted(entries) => entries.len(),
        }
    }

    /// The entry at a place.
    #[inline(always)]
    pub fn entry(&self, place: usize) -> u32 {
        match self {
            Order::AsItIs(_) => place as u32,
            Order::Sorted(entries) => entries[place],
        }
    }
}

/// Takes entries whose operands have all been taken, until there is none.
fn sorted(program: &Program) -> Vec<u32> {
    let operands = |entry: u32| {
        let of_column = move |position: &u32| program.operand(entry, *position);
        program.columns().iter().map(of_column).filter(|value| *value != Program::NO_VALUE)
    };
    let count = program.len();
    let mut missing: Vec<u32> = (0..count as u32).map(|entry| operands(entry).count() as u32).collect();
    let mut first_user = vec![0u32; count + 1];
    for value in (0..count as u32).flat_map(operands) {
        first_user[value as usize + 1] += 1;
    }
    for value in 0..count {
        first_user[value + 1] += first_user[value];
    }
    let mut users = vec![0; first_user[count] as usize];
    let mut next = first_user.clone();
    for entry in 0..count as u32 {
        for value in operands(entry) {
            users[next[value as usize] as usize] = entry;
            next[value as usize] += 1;
        }
    }
    let mut order: Vec<u32> = (0..count as u32).filter(|entry| missing[*entry as usize] == 0).collect();
    let mut taken = 0;
    while let Some(value) = order.get(taken).copied() {
        taken += 1;
        for user in &users[first_user[value as usize] as usize..first_user[value as usize + 1] as usize] {
            missing[*user as usize] -= 1;
            if missing[*user as usize] == 0 {
                order.push(*user);
            }
        }
    }
    order
}
