using System.Buffers.Binary;
using Fathom.Model;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Where the .NET runtime lies in a target: the file libcoreclr.so as the target sees it, or the program itself, into which the runtime of a
/// single-file program is linked; and its address.
/// </summary>
/// <param name="Path">Path in the target's own file system view.</param>
/// <param name="ImageBase">Address of the file's first byte.</param>
internal readonly record struct RuntimeModule(string Path, ulong ImageBase)
{
    /// <summary>How the path of a shared or self-contained runtime ends.</summary>
    public const string FileName = "/libcoreclr.so";

    private const string DeletedSuffix = " (deleted)";
    private const ulong ProgramHeadersKey = 3;
    private const ulong ElfHeaderSize = 64;

    /// <summary>Whether the runtime is a library of its own. A program that is not may be no .NET program at all.</summary>
    public bool IsShared => Path.EndsWith(FileName, StringComparison.Ordinal);

    /// <summary>Finds the runtime of a process in its memory map.</summary>
    /// <exception cref="FathomException">No such process, not ours to read, not .NET, or its runtime was replaced on disk.</exception>
    public static RuntimeModule Find(int processId)
    {
        try
        {
            foreach (string line in File.ReadLines($"/proc/{processId}/maps"))
            {
                // "7f00-7f01 r--p 0000 fe:01 1234    /usr/.../libcoreclr.so": the path is the rest of the line from its first slash.
                int slash = line.IndexOf('/', StringComparison.Ordinal);
                if (slash < 0)
                    continue;
                string path = line[slash..];
                if (path.EndsWith(FileName + DeletedSuffix, StringComparison.Ordinal))
                    throw Replaced(processId, path[..^DeletedSuffix.Length]);
                if (path.EndsWith(FileName, StringComparison.Ordinal))
                    return new RuntimeModule(path, Convert.ToUInt64(line[..line.IndexOf('-', StringComparison.Ordinal)], 16));
            }

            return Executable(processId);
        }
        catch (UnauthorizedAccessException e)
        {
            throw TargetErrors.NotAllowed(processId, e);
        }
        catch (Exception e) when (e is DirectoryNotFoundException or FileNotFoundException)
        {
            throw TargetErrors.NotThere(processId);
        }
        catch (IOException)
        {
            // ESRCH: the process ended while its map was read, or never had memory of its own, as threads of the kernel.
            throw EndingProcess.Is(processId) ? TargetErrors.Gone(processId) : TargetErrors.NotDotNet(processId);
        }
    }

    // A single-file program maps the assemblies inside it at many places, some of them below the program, so the lowest mapping of the file
    // says nothing. The kernel tells the program where its own program headers are, and those follow the file's 64 byte header.
    private static RuntimeModule Executable(int processId)
    {
        byte[] pairs = File.ReadAllBytes($"/proc/{processId}/auxv");
        for (int at = 0; at + 16 <= pairs.Length; at += 16)
        {
            if (BinaryPrimitives.ReadUInt64LittleEndian(pairs.AsSpan(at)) != ProgramHeadersKey)
                continue;
            string path = File.ResolveLinkTarget($"/proc/{processId}/exe", returnFinalTarget: false)?.FullName ?? "";
            path = MappedFile.WithoutMark(path);
            return new RuntimeModule(path, BinaryPrimitives.ReadUInt64LittleEndian(pairs.AsSpan(at + 8)) - ElfHeaderSize);
        }

        throw TargetErrors.NotDotNet(processId);
    }

    private static FathomException Replaced(int processId, string path) =>
        FathomException.Target(
            $"The runtime of process {processId} was replaced on disk after the process had started: {path}.",
            "restart the process, so that it runs with the runtime that is installed");
}
