// Conditional groups that do not fit together.

#else // error[CL0124]: `#else` without an `#if`
#elif 1 // error[CL0124]: `#elif` without
#endif // error[CL0124]: `#endif` without

#if 1
#else
#else // error[CL0124]: `#else` after `#else`
#elif 1 // error[CL0124]: `#elif` after `#else`
#endif

#if 0
#  if nested groups are not looked at (
#  else
#  elif
#  endif
#elifdef UNKNOWN
not read
#elifndef UNKNOWN
constant int chosen = 1;
#elif 1 / 0
#else
not read
#endif

#ifndef UNKNOWN // error[CL0123]: this conditional has no `#endif`
#if 1 // error[CL0123]: this conditional has no `#endif`
