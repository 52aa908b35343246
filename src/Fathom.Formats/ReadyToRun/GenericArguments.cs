namespace Fathom.Formats.ReadyToRun;

/// <summary>What stands for the type parameters of a signature.</summary>
/// <param name="OfType">Arguments of the type; null where it has none.</param>
/// <param name="OfMethod">Arguments of the method; null where it has none.</param>
internal readonly record struct GenericArguments(TypeText[]? OfType, TypeText[]? OfMethod)
{
    /// <summary>Parameter of the type; its number where there is no argument for it.</summary>
    public TypeText Type(uint index) => At(OfType, index, "!");

    /// <summary>Parameter of the method; its number where there is no argument for it.</summary>
    public TypeText Method(uint index) => At(OfMethod, index, "!!");

    private static TypeText At(TypeText[]? arguments, uint index, string mark) =>
        arguments is not null && index < arguments.Length ? arguments[index] : new TypeText($"{mark}{index}", $"{mark}{index}");
}
