namespace Fathom.Tests.Testing;

/// <summary>Keeps objects alive between two counts.</summary>
internal static class Kept
{
    public static object[] Objects { get; set; } = [];
}
