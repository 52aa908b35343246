using Fathom.Model.Processes;
using Fathom.Model.Tables;

namespace Fathom.Sources.Machine.Processes;

/// <summary>What /proc says about one process at one moment. What could not be read is null.</summary>
public sealed record ProcessFacts
{
    /// <summary>Stands in place of the version for a program that NativeAOT has compiled, which does not tell its version.</summary>
    public const string NativeAot = "NativeAOT";

    /// <summary>Process number in the PID namespace of the /proc that was read.</summary>
    public required int Pid { get; init; }

    /// <summary>The parent's number; 0 where it lies outside of that namespace.</summary>
    public required int ParentPid { get; init; }

    /// <summary>
    /// The name to show: the application without its extension, the SDK command for <c>dotnet run</c> and the like, or what a rename rule says.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>File name of the application dll, or of the executable of a single file.</summary>
    public required string? Application { get; init; }

    /// <summary>Path of the program file as the process sees it.</summary>
    public required string? Executable { get; init; }

    /// <summary>Arguments joined by single blanks, control characters as blanks.</summary>
    public required string? CommandLine { get; init; }

    /// <summary>Version of the runtime, such as 10.0.12; or <see cref="NativeAot"/>.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>Path of libcoreclr.so as the process sees it; null for a single file.</summary>
    public required string? RuntimeLibrary { get; init; }

    /// <summary>Resident memory (VmRSS), bytes.</summary>
    public required long? RssBytes { get; init; }

    /// <summary>Effective user id.</summary>
    public required uint? UserId { get; init; }

    /// <summary>Name of that user here, or the number.</summary>
    public required string? User { get; init; }

    /// <summary>The container, or null where the process runs in none.</summary>
    public required ContainerFacts? Container { get; init; }

    /// <summary>Start, nanoseconds since 1970-01-01 UTC; exact to one clock tick (10 ms).</summary>
    public required long StartUnixNs { get; init; }

    /// <summary>Time from the start to the moment of looking, nanoseconds.</summary>
    public required long AgeNs { get; init; }

    /// <summary>The row of table <c>process</c>.</summary>
    /// <param name="processId">Dense number inside the recording, from 1.</param>
    /// <param name="ids">Interner of the recording.</param>
    public ProcessRow ToRow(uint processId, Interner ids) => new(
        processId,
        Pid,
        ids.Text(Name),
        ids.Text(Application),
        ids.Text(CommandLine),
        ids.Text(RuntimeVersion),
        ids.Text(User),
        ids.Text(Container?.ShortName),
        StartUnixNs,
        AgeNs,
        RssBytes);
}
