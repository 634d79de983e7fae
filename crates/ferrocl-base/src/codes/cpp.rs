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
    CONSTRUCTED_ARRAY = "CL0809" Error "array of too many objects that constructors make";
    BASE_CLASS = "CL0810" Error "base class that cannot be one";
    NO_SUCH_MEMBER = "CL0811" Error "member that its class does not have";
    WITHOUT_OBJECT = "CL0812" Error "member of an object where there is none";
    MEMBER_KERNEL = "CL0813" Error "kernel that is a member of a class";
    LAMBDA_CAPTURE = "CL0814" Error "variable that a lambda or local class does not know";
    RANGE = "CL0815" Error "loop over something without elements";
    ENUM_TYPE = "CL0816" Error "enumeration stored in something that is no integer";
    PACK = "CL0817" Error "pack of parameters that is not expanded, or not here";
    DELETED = "CL0818" Error "call of a deleted function";
    GOTO_OBJECT = "CL0819" Error "`goto` where objects have destructors";
}
