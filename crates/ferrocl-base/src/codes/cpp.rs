//! Rows `CL08xx`: C++ for OpenCL.

rows! {
    CONSTRUCTION = "CL0801" Error "value of a type made of something that does not make one";
    NAMED_CAST = "CL0802" Error "cast of C++ that does not do what is asked of it";
    AUTO = "CL0803" Error "`auto` without a type to take";
    REFERENCE_TYPE = "CL0804" Error "reference that cannot exist";
    REFERENCE_BINDING = "CL0805" Error "reference to something that it cannot refer to";
    TEMPLATE_DEDUCTION = "CL0806" Error "call of a template that does not say what it is for";
    TEMPLATE_DEPTH = "CL0807" Error "templates without end";
    IN_TEMPLATE = "CL0808" Note "function of a template with errors";
    CONSTRUCTED_ARRAY = "CL0809" Error "array of objects that constructors make";
}
