namespace Fathom.Formats.Minidump;

/// <summary>What the head of a minidump says.</summary>
/// <param name="OperatingSystem">
/// Windows, or another system that writes minidumps, with version, such as "Windows 10.0.19045"; null where the dump does not say.
/// </param>
/// <param name="Architecture">Processor architecture by .NET's name, or null.</param>
/// <param name="Runtime">File name of the .NET runtime: coreclr.dll, or clr.dll of .NET Framework; null where no module of that name is listed.</param>
/// <param name="RuntimeVersion">File version of that module, four numbers; null where it has none.</param>
public sealed record MinidumpFacts(string? OperatingSystem, string? Architecture, string? Runtime, string? RuntimeVersion)
{
    /// <summary>The data access library that reads such a dump; it exists for exactly that version and for Windows only. Null without a runtime.</summary>
    public string? DataAccessLibrary => Runtime switch
    {
        null => null,
        "clr.dll" => "mscordacwks.dll",
        _ => "mscordaccore.dll",
    };
}
