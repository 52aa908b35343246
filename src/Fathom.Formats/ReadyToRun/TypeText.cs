namespace Fathom.Formats.ReadyToRun;

/// <summary>A type as the runtime writes it; without text where a signature is only passed over.</summary>
/// <param name="Full">As the type of a method: <c>System.Collections.Generic.List`1[System.Int32]</c>.</param>
/// <param name="Short">As a parameter: <c>System.Collections.Generic.List`1&lt;Int32&gt;</c>.</param>
internal readonly record struct TypeText(string Full, string Short)
{
    /// <summary>Stands for all reference types in code that they share.</summary>
    public static readonly TypeText Canonical = new("System.__Canon", "System.__Canon");

    private static readonly TypeText[] s_numbered =
    [
        Simple("Void"), Simple("Boolean"), Simple("Char"), Simple("SByte"), Simple("Byte"), Simple("Int16"), Simple("UInt16"),
        Simple("Int32"), Simple("UInt32"), Simple("Int64"), Simple("UInt64"), Simple("Single"), Simple("Double"),
    ];

    private static readonly TypeText s_integer = Simple("IntPtr"), s_unsigned = Simple("UIntPtr"), s_typedReference = Simple("TypedReference");

    /// <summary>Its type arguments; null where it has none.</summary>
    public TypeText[]? Arguments { get; private init; }

    /// <summary>A type that signatures have a number for; null where the kind is another.</summary>
    public static TypeText? Simple(ElementKind kind) => kind switch
    {
        >= ElementKind.Void and < ElementKind.String => s_numbered[kind - ElementKind.Void],
        ElementKind.NativeInteger => s_integer,
        ElementKind.NativeUnsigned => s_unsigned,
        ElementKind.TypedReference => s_typedReference,
        ElementKind.String => new("System.String", "System.String"),
        ElementKind.Object => new("System.Object", "System.Object"),
        ElementKind.Canonical => Canonical,
        _ => null,
    };

    /// <summary>An instance of this generic type.</summary>
    public TypeText Of(TypeText[] arguments) => Full is null ? default : new(
        Full + Instance(arguments),
        $"{Short}<{string.Join(',', arguments.Select(static argument => argument.Short))}>") { Arguments = arguments };

    /// <summary>Type arguments as the runtime writes them behind a type or a method.</summary>
    public static string Instance(TypeText[] arguments) => $"[{string.Join(',', arguments.Select(static argument => argument.Full))}]";

    /// <summary>An array of this type.</summary>
    /// <param name="rank">Its dimensions; 0 for one dimension that begins at 0.</param>
    public TypeText Array(int rank) => Full is null ? default : rank == 0
        ? new($"{Full}[]", $"{Short}[]")
        : new($"{Full}[{(rank == 1 ? "*" : new string(',', rank - 1))}]", $"{Short}[{new string(',', rank - 1)}]");

    /// <summary>A pointer to this type.</summary>
    public TypeText Pointer() => Full is null ? default : new(Full + "*", Short + "*");

    /// <summary>A reference to a variable of this type.</summary>
    public TypeText Reference() => Full is null ? default : new(Full + "&", Short + " ByRef");

    /// <summary>A pointer to functions that return this type.</summary>
    public TypeText Function(List<TypeText> parameters) => Full is null ? default : new(
        $"{Full}({string.Join(", ", parameters.Select(static parameter => parameter.Full))})",
        $"{Short} ({string.Join(", ", parameters.Select(static parameter => parameter.Short))})");

    private static TypeText Simple(string name) => new("System." + name, name);
}
