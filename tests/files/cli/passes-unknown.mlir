// A pipeline that names what does not exist is refused before anything is read.
// RUN: flowright opt %s --passes nonsense-that-no-pass-is-called
// EXIT: 2
// expected-error@unknown {{FR0300: there is no pass `nonsense-that-no-pass-is-called`}}
module {
}
