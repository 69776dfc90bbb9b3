//! Closed sets of words that stand in tables, on the wire and on the command line alike.

/// Declares an enum whose variants have exactly one written form each.
macro_rules! words {
    (
        $(#[$doc:meta])* $name:ident, $field:literal {
            $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "specta", derive(specta::Type))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The stored form.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> Result<Self, $crate::Invalid> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err($crate::Invalid::new(
                        $field,
                        format!(
                            "\"{text}\" is not a known {}. Use one of: {}.",
                            $field,
                            [$($word),+].join(", "),
                        ),
                    )),
                }
            }
        }
    };
}

pub(crate) use words;
