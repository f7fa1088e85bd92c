//! Which operation of the program becomes which unit: the arithmetic of the stream level and that of the elastic level side by side.

use super::ops::*;
use crate::{arith, math};
use ir::OpCode;

/// The unit of an operation of the program that has one.
pub fn counterpart(code: OpCode) -> Option<OpCode> {
    Some(match code {
        arith::ADDI => ADDI,
        arith::SUBI => SUBI,
        arith::MULI => MULI,
        arith::DIVSI => DIVSI,
        arith::DIVUI => DIVUI,
        arith::REMSI => REMSI,
        arith::REMUI => REMUI,
        arith::ANDI => ANDI,
        arith::ORI => ORI,
        arith::XORI => XORI,
        arith::SHLI => SHLI,
        arith::SHRSI => SHRSI,
        arith::SHRUI => SHRUI,
        arith::CMPI => CMPI,
        arith::SELECT => SELECT,
        arith::MAXSI => MAXSI,
        arith::MAXUI => MAXUI,
        arith::MINSI => MINSI,
        arith::MINUI => MINUI,
        math::ABSI => ABSI,
        arith::EXTSI => EXTSI,
        arith::EXTUI => EXTUI,
        arith::TRUNCI => TRUNCI,
        arith::ADDF => ADDF,
        arith::SUBF => SUBF,
        arith::MULF => MULF,
        arith::DIVF => DIVF,
        arith::CMPF => CMPF,
        arith::NEGF => NEGF,
        math::ABSF => ABSF,
        arith::MAXIMUMF => MAXIMUMF,
        arith::MINIMUMF => MINIMUMF,
        arith::EXTF => EXTF,
        arith::TRUNCF => TRUNCF,
        arith::SITOFP => SITOFP,
        arith::UITOFP => UITOFP,
        arith::FPTOSI => FPTOSI,
        _ => return None,
    })
}
