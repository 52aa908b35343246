namespace Fathom.Sources.DumpWriting;

/// <summary>What the guard removes when the process that it guards is gone.</summary>
/// <param name="Dump">The dump under its own name.</param>
/// <param name="Partial">What is never kept: files and folders under temporary names.</param>
/// <param name="Beside">What is removed when the dump is not there.</param>
public sealed record DumpLeftovers(string Dump, IReadOnlyList<string> Partial, string Beside)
{
    internal IEnumerable<string> ToArguments() => [Dump, Beside, .. Partial];

    internal static DumpLeftovers OfArguments(ReadOnlySpan<string> arguments) => new(arguments[0], arguments[2..].ToArray(), arguments[1]);
}
