using System.Text.Json;

namespace Fathom.Model.Graph;

/// <summary>The names of root kinds in tables.</summary>
public static class RootKindNames
{
    private static readonly string[] s_names = [.. Enum.GetNames<RootKind>().Select(JsonNamingPolicy.SnakeCaseLower.ConvertName)];

    /// <summary>The name, such as thread_static.</summary>
    public static string TableName(this RootKind kind) => s_names[(int)kind];

    /// <summary>The kind of a name; <see cref="RootKind.Other"/> for one that is not known.</summary>
    public static RootKind Parse(string name) => Array.IndexOf(s_names, name) is >= 0 and int index ? (RootKind)index : RootKind.Other;
}
