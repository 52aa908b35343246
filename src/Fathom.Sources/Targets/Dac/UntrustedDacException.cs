using Fathom.Model;

namespace Fathom.Sources.Targets.Dac;

/// <summary>A DAC that fits is there, others than root and the user who runs Fathom can have put it there, and no trusted place has the same build.</summary>
/// <param name="path">The file, as Fathom sees it.</param>
/// <param name="distrust">Why it is not trusted, as the end of a sentence.</param>
/// <param name="processId">The live target, or null for a dump.</param>
public sealed class UntrustedDacException(string path, string distrust, int? processId) : FathomException(
    $"The data access library {path} is code that another user could have placed there, so it was not loaded: {distrust}.",
    $"install the same .NET runtime for all users, or name a copy that you trust with --dac PATH; --dac {path} loads this one with your rights (docs/dac.md)",
    ExitCode.NotPossible)
{
    /// <summary>The file, as Fathom sees it.</summary>
    public string Path { get; } = path;

    /// <summary>The live target, or null for a dump.</summary>
    public int? ProcessId { get; } = processId;
}
