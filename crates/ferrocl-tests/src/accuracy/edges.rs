//! Results that are prescribed to the bit.
