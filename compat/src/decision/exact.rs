//! Exact rational arithmetic for the numbers of schemas.

use contracts_model::number::Number;
use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// An exact number.
pub(super) type Exact = BigRational;

/// Numbers with more digits than this, written without exponent, are not worked with: they lie outside of what a
/// document can hold.
const MOST_DIGITS: i64 = 700;

/// The value of a number of a schema, unless it has too many digits.
pub(super) fn of_number(number: &Number) -> Option<Exact> {
    let text = number.canonical();
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text.as_str(), 0),
    };
    if exponent.abs().saturating_add(i64::try_from(mantissa.len()).ok()?) > MOST_DIGITS {
        return None;
    }
    let mantissa: BigInt = mantissa.parse().ok()?;
    let power = BigInt::from(10).pow(u32::try_from(exponent.unsigned_abs()).ok()?);
    Some(if exponent >= 0 { Exact::from_integer(mantissa * power) } else { Exact::new(mantissa, power) })
}

/// The number in the notation of JSON, unless it has no finite one.
pub(super) fn to_number(value: &Exact) -> Option<Number> {
    if value.is_integer() {
        return value.numer().to_string().parse().ok();
    }
    let (mut rest, mut twos, mut fives) = (value.denom().clone(), 0_u32, 0_u32);
    for (prime, count) in [(2, &mut twos), (5, &mut fives)] {
        let prime = BigInt::from(prime);
        while rest.is_multiple_of(&prime) {
            rest /= &prime;
            *count += 1;
        }
    }
    if !rest.is_one() {
        return None;
    }
    let places = twos.max(fives);
    let digits = (value * BigInt::from(10).pow(places)).to_integer();
    let sign = if digits.sign() == Sign::Minus { "-" } else { "" };
    let digits = format!("{:0>width$}", digits.abs().to_string(), width = places as usize + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places as usize);
    format!("{sign}{whole}.{fraction}").parse().ok()
}

/// The same number, written with a fraction: `1.0` for `1`.
pub(super) fn with_fraction(number: &Number) -> Number {
    let text = number.as_str();
    if text.contains(['.', 'e', 'E']) {
        return number.clone();
    }
    format!("{text}.0").parse().unwrap_or_else(|_| number.clone())
}

/// The least number that is a multiple of both; both are above zero.
pub(super) fn least_common_multiple(left: &Exact, right: &Exact) -> Exact {
    Exact::new(left.numer().lcm(right.numer()), left.denom().gcd(right.denom()))
}

/// About how many decimal digits it takes to write a number as a fraction.
pub(super) fn digits(value: &Exact) -> u64 {
    // A decimal digit holds a little more than three bits.
    (value.numer().bits() + value.denom().bits()) / 3
}

/// Whether `value` is a multiple of `divisor`, which is above zero.
pub(super) fn is_multiple(value: &Exact, divisor: &Exact) -> bool {
    value.is_zero() || (value / divisor).is_integer()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        of_number(&text.parse().expect("a number")).expect("few digits")
    }

    #[test]
    fn both_ways() {
        for text in ["0", "12", "-3", "0.5", "-0.125", "1e3", "12.3e-4", "100000000000000000000000"] {
            let number: Number = text.parse().expect("a number");
            assert_eq!(to_number(&exact(text)), Some(number), "{text}");
        }
        assert_eq!(to_number(&(exact("1") / exact("3"))), None);
        assert_eq!(of_number(&"1e999999999".parse().expect("a number")), None);
    }

    #[test]
    fn multiples() {
        assert_eq!(least_common_multiple(&exact("0.4"), &exact("0.6")), exact("1.2"));
        assert!(is_multiple(&exact("1.2"), &exact("0.4")));
        assert!(!is_multiple(&exact("1.3"), &exact("0.4")));
    }
}
