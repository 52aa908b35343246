using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Dac;

/// <summary>What tells one build of the .NET runtime from all others, and so which DAC fits.</summary>
/// <param name="Path">File of the runtime as the target saw it: libcoreclr.so, or the program itself where the runtime is linked into it.</param>
/// <param name="BuildId">Build id of the runtime in hexadecimal digits; empty where it cannot be read.</param>
/// <param name="DacBuildId">Build id of the one DAC that fits, or null: only runtimes that are linked into a program name it.</param>
/// <param name="FileVersion">Version of the runtime's file such as 10.0.1226.42308, or null where it is not in reach.</param>
internal sealed record RuntimeIdentity(string Path, string BuildId, string? DacBuildId, Version? FileVersion)
{
    /// <summary>The runtime that ClrMD has found.</summary>
    public static RuntimeIdentity Of(ClrInfo info)
    {
        // A version of zeros means that ClrMD did not find the text.
        DebugLibraryInfo? dac = info.DebuggingLibraries.FirstOrDefault(library =>
            library.Kind == DebugLibraryKind.Dac && library.ArchivedUnder == SymbolProperties.Self && !library.IndexBuildId.IsDefaultOrEmpty);
        return new RuntimeIdentity(
            info.ModuleInfo.FileName,
            info.BuildId.IsDefaultOrEmpty ? "" : Convert.ToHexStringLower(info.BuildId.AsSpan()),
            info.IsSingleFile && dac is not null ? Convert.ToHexStringLower(dac.IndexBuildId.AsSpan()) : null,
            info.Version.Major > 0 ? info.Version : null);
    }

    /// <summary>
    /// The version under which the runtime is installed, such as 10.0.12, or null where it is not known. File versions have the patch and the year
    /// in their third number: 1226 is patch 12 of 2026.
    /// </summary>
    public string? ProductVersion =>
        FileVersion is { Build: > 0 } version ? $"{version.Major}.{version.Minor}.{version.Build / 100}"
        : System.IO.Path.GetFileName(System.IO.Path.GetDirectoryName(Path)) is { } folder && Version.TryParse(folder.Split('-')[0], out _) ? folder
        : null;
}
