#pragma once
constant int once = 1;
