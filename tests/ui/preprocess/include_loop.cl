// A file that includes itself.
#include "include/self.h" // error-anywhere[CL0131]: including `self.h` here goes too far
