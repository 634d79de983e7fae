// options: -I include
// The three forms of `#include`, and files that are not there.

#include "include/once.h"
#include <once.h>
#define NAME "include/once.h"
#include NAME
#define ANGLED <once.h>
#include ANGLED
#include "empty.h"
#include "absent.h" // error[CL0130]: there is no file `absent.h`
#include <math.h> // error[CL0130]: there is no file `math.h`
#include "empty.h" text // warning[CL0122]: text after `#include` is ignored
#include "include/open.h" // error-anywhere[CL0123]: this conditional has no `#endif`
#include "include/fault.h" // error-anywhere[CL0102]: cannot
constant int here = FAULT; // error[CL0102]: cannot
