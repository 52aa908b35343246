using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Reading;

/// <summary>
/// Finds module files on this machine only. Without it ClrMD would ask a public symbol server for every file that it misses.
/// </summary>
/// <param name="fileSystemRoot">Put before absolute paths: the target's view of the file system, or empty for our own.</param>
internal sealed class LocalFilesOnly(string fileSystemRoot) : IFileLocator
{
    public string? FindPEImage(string fileName, int buildTimeStamp, int imageSize, bool checkProperties)
    {
        if (!Path.IsPathRooted(fileName))
            return null;
        string file = fileSystemRoot + fileName;
        return File.Exists(file) ? file : null;
    }

    public string? FindPEImage(
        string fileName,
        SymbolProperties archivedUnder,
        ImmutableArray<byte> buildIdOrUUID,
        OSPlatform originalPlatform,
        bool checkProperties) => null;
}
