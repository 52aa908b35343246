namespace Fathom.Model.Graph.Retention;

/// <summary>Tells the types of a program and its libraries from those of .NET itself, by module and name.</summary>
internal static class ProgramTypes
{
    /// <summary>
    /// Whether a type is one of the program. Arrays, and generic types of .NET over types of the program, are not: what lies behind them says more.
    /// </summary>
    public static bool IsOne(GraphType type)
    {
        if (type.Name.Length == 0 || type.Name.EndsWith(']'))
            return false;
        return type.Module is { } module ? !IsFramework(module) : !IsFramework(type.Name);
    }

    private static bool IsFramework(string name) =>
        name.StartsWith("System.", StringComparison.Ordinal)
        || name.StartsWith("Microsoft.", StringComparison.Ordinal)
        || name is "mscorlib.dll" or "netstandard.dll" or "FSharp.Core.dll" or "Free" or "string" or "object";
}
