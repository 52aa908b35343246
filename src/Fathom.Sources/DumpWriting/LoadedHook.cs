using System.Globalization;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Fathom.Model;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>A hook that a program has loaded for an earlier Fathom.</summary>
internal static class LoadedHook
{
    private const string Deleted = " (deleted)";

    // The hook has some kilobytes. What is mapped under its name may be anything.
    private const int MaxMappings = 64;
    private const ulong MaxBytes = 1024 * 1024;

    /// <summary>The folder that it came from; null where there is none. It may be gone by now.</summary>
    /// <param name="processId">The program.</param>
    /// <exception cref="FathomException">
    /// It is that of another version of Fathom (a runtime ends a program that is to load a second one of the name), or lies where Fathom puts none.
    /// </exception>
    public static string? Find(int processId)
    {
        string[] lines = Lines(processId);
        if (lines.Length == 0)
            return null;
        if (!IsOfThisVersion(processId, lines))
        {
            throw FathomException.Target(
                $"Another version of Fathom has put its hook into process {processId}, and a runtime does not load a second one.", "use that version, or restart the process");
        }

        string path = lines[0][lines[0].IndexOf('/', StringComparison.Ordinal)..];
        string folder = Path.GetDirectoryName(MappedFile.WithoutMark(path))!;
        return HookFolder.CanBeOurs(folder) ? folder : throw FathomException.Target(
            $"Process {processId} has a hook of Fathom from '{folder}', which this Fathom does not use.", "restart the process; no request was sent to it");
    }

    private static string[] Lines(int processId)
    {
        try
        {
            return [.. File.ReadLines($"/proc/{processId}/maps").Where(static line =>
                line.EndsWith("/" + HookFolder.HookName + Deleted, StringComparison.Ordinal) || line.EndsWith("/" + HookFolder.HookName, StringComparison.Ordinal)).Take(MaxMappings)];
        }
        catch (IOException e)
        {
            throw EndingProcess.Is(processId) ? TargetErrors.Gone(processId) : TargetErrors.Unreadable(processId, e);
        }
        catch (UnauthorizedAccessException e)
        {
            throw TargetErrors.NotAllowed(processId, e);
        }
    }

    // Each build of an assembly has a number of its own, which lies in its file and so in what is mapped of it.
    private static bool IsOfThisVersion(int processId, string[] lines)
    {
        Span<byte> own = stackalloc byte[16];
        using (PEReader file = new(File.OpenRead(Path.Combine(AppContext.BaseDirectory, HookFolder.HookName))))
        {
            MetadataReader metadata = file.GetMetadataReader();
            metadata.GetGuid(metadata.GetModuleDefinition().Mvid).TryWriteBytes(own);
        }

        using LiveMemory memory = new(processId);
        foreach (string line in lines)
        {
            string[] range = line[..line.IndexOf(' ', StringComparison.Ordinal)].Split('-');
            ulong start = ulong.Parse(range[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            byte[] bytes = new byte[Math.Min(MaxBytes, ulong.Parse(range[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture) - start)];
            if (bytes.AsSpan(0, memory.Read(start, bytes)).IndexOf(own) >= 0)
                return true;
        }

        return false;
    }
}
