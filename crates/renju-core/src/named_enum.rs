//! Enums whose variants have one name each, the same in JSON, on the command line, in messages
//! and as a key of the word tables.
//!
//! `named_enum!` declares such an enum with everything that follows from the names, so that a
//! name is written once.

use std::fmt;

use thiserror::Error;

/// An enum declared by `named_enum!`, for code that serves all of them.
pub trait Named: Copy + 'static {
    /// What the variants are, such as `"color"`: the first word of an error.
    const KIND: &'static str;

    /// The variants in the order of their declaration, each with its name and its other spellings.
    const SPELLINGS: &'static [(Self, &'static [&'static str])];

    /// The name of the variant.
    fn name(self) -> &'static str;
}

/// Why a text names no variant of an enum.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind} {text:?} is {}", Alternatives(names))]
pub struct ParseNameError {
    /// What was expected, such as `"color"`.
    pub kind: &'static str,
    /// The text as it was given.
    pub text: String,
    /// The names that are known.
    pub names: Vec<&'static str>,
}

/// `neither a nor b`, or `none of a, b, c`.
struct Alternatives<'a>(&'a [&'static str]);

impl fmt::Display for Alternatives<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one, other] => write!(f, "neither {one} nor {other}"),
            names => write!(f, "none of {}", names.join(", ")),
        }
    }
}

/// The variant that `text` names, in small or capital letters.
///
/// # Errors
///
/// If no variant has this name.
pub fn parse<T: Named>(text: &str) -> Result<T, ParseNameError> {
    let is_named = |(_, spellings): &&(T, &[&str])| {
        spellings
            .iter()
            .any(|spelling| spelling.eq_ignore_ascii_case(text))
    };
    match T::SPELLINGS.iter().find(is_named) {
        Some(&(found, _)) => Ok(found),
        None => Err(ParseNameError {
            kind: T::KIND,
            text: text.to_owned(),
            names: T::SPELLINGS.iter().map(|(one, _)| one.name()).collect(),
        }),
    }
}

/// Declares an enum with a name for each variant.
///
/// It gets `ALL`, `name()`, `Display`, `FromStr`, `Serialize`, `Deserialize`, [`Named`] and the
/// derives that a plain value has; with the feature `schema` also `JsonSchema`. Behind a `|` stand other spellings that are read.
///
/// ```text
/// named_enum! {
///     /// A side.
///     pub enum Color: "color" {
///         /// Moves first.
///         Black = "black" | "b",
///         /// Moves second.
///         White = "white" | "w",
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __named_enum {
    (
        $(#[$attribute:meta])*
        $public:vis enum $Enum:ident: $kind:literal {
            $( $(#[$of_variant:meta])* $Variant:ident = $name:literal $(| $spelling:literal)*, )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        $public enum $Enum {
            $(
                $(#[$of_variant])*
                #[cfg_attr(feature = "schema", schemars(rename = $name))]
                $Variant,
            )+
        }

        impl $Enum {
            /// All variants in the order of their declaration.
            #[allow(dead_code, reason = "not every enum of a program is listed")]
            $public const ALL: [$Enum; [$($name),+].len()] = [$($Enum::$Variant),+];

            /// The name in JSON, on the command line and in messages.
            $public const fn name(self) -> &'static str {
                match self {
                    $( $Enum::$Variant => $name, )+
                }
            }
        }

        impl $crate::named_enum::Named for $Enum {
            const KIND: &'static str = $kind;
            const SPELLINGS: &'static [(Self, &'static [&'static str])] =
                &[$( ($Enum::$Variant, &[$name $(, $spelling)*]) ),+];

            fn name(self) -> &'static str {
                $Enum::name(self)
            }
        }

        impl ::std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $Enum {
            type Err = $crate::named_enum::ParseNameError;

            fn from_str(text: &str) -> Result<$Enum, Self::Err> {
                $crate::named_enum::parse(text)
            }
        }

        impl ::serde::Serialize for $Enum {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Enum {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<$Enum, D::Error> {
                let text = <::std::string::String as ::serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}

pub use crate::__named_enum as named_enum;

#[cfg(test)]
mod tests {
    crate::__named_enum! {
        /// A size of a shirt.
        enum Shirt: "shirt" {
            /// For a child.
            Small = "small" | "s",
            /// For others.
            Large = "large",
        }
    }

    #[test]
    fn a_name_is_written_and_read_everywhere() {
        assert_eq!(Shirt::ALL, [Shirt::Small, Shirt::Large]);
        for shirt in Shirt::ALL {
            assert_eq!(shirt.name().parse(), Ok(shirt));
            assert_eq!(shirt.to_string(), shirt.name());
            let json = serde_json::to_string(&shirt).unwrap();
            assert_eq!(json, format!("{:?}", shirt.name()));
            assert_eq!(serde_json::from_str::<Shirt>(&json).unwrap(), shirt);
        }
        assert_eq!("S".parse(), Ok(Shirt::Small));
        assert_eq!(format!("{:>6}", Shirt::Small), " small");
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "huge".parse::<Shirt>().unwrap_err();
        let text = "shirt \"huge\" is neither small nor large";
        assert_eq!(error.to_string(), text);
        let in_json = serde_json::from_str::<Shirt>("\"huge\"").unwrap_err();
        assert!(in_json.to_string().starts_with(text));
    }
}
