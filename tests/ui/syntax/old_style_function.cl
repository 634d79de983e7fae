// stage: parse
float mix3(a, b) float a; float b; { // error[CL0210]: the parameters of a function are declared between its parentheses
    return a * 0.25f + b * 0.75f;
}
