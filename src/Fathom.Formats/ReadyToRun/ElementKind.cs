namespace Fathom.Formats.ReadyToRun;

/// <summary>Kinds of types in signatures: those of ECMA-335, II.23.1.16, and those that compiled images have besides.</summary>
internal enum ElementKind : byte
{
    Void = 0x01,
    String = 0x0e,
    Pointer = 0x0f,
    ByReference = 0x10,
    ValueType = 0x11,
    Class = 0x12,
    TypeParameter = 0x13,
    Array = 0x14,
    GenericInstance = 0x15,
    TypedReference = 0x16,
    NativeInteger = 0x18,
    NativeUnsigned = 0x19,
    FunctionPointer = 0x1b,
    Object = 0x1c,
    Vector = 0x1d,
    MethodParameter = 0x1e,
    RequiredModifier = 0x1f,
    OptionalModifier = 0x20,

    /// <summary>The type that stands for all reference types in code that they share.</summary>
    Canonical = 0x3e,

    /// <summary>The number of a module follows, in which the type behind it is looked up.</summary>
    OtherModule = 0x3f,
    Sentinel = 0x41,
    Pinned = 0x45,
}
