using Fathom.Sources.Traces.Symbols;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Symbols;

/// <summary>Symbols of a build that a recording lacks.</summary>
/// <param name="Name">What messages call it.</param>
/// <param name="Place">Where they belong in a folder of symbols.</param>
/// <param name="ServerPlaces">Where servers may have them, below their address.</param>
/// <param name="AreIn">Whether a file has them.</param>
internal sealed record WantedSymbols(string Name, string Place, IReadOnlyList<string> ServerPlaces, Func<string, bool> AreIn)
{
    /// <summary>Those of an image; null where the trace does not tell its build.</summary>
    public static WantedSymbols? Of(RecordedImage image) => image switch
    {
        { SymbolFile: { } file, BuildId: { } key } when WindowsSymbols.AreSafe(file, key) => new WantedSymbols(
            file,
            WindowsSymbols.PlaceOf(file, key),
            [string.Join('/', WindowsSymbols.PlaceOf(file, key).Split('/').Select(Uri.EscapeDataString))],
            path => WindowsSymbols.IsOf(path, key)),
        { SymbolFile: null, Kind: "native", BuildId: { } id } when FetchedFile.IsBuildId(id) => new WantedSymbols(
            image.Name,
            $".build-id/{id[..2]}/{id[2..]}.debug",
            [$"buildid/{id}/debuginfo", $"_.debug/elf-buildsym-{id}/_.debug"],
            path => FetchedFile.IsOf(path, id)),
        _ => null,
    };
}
