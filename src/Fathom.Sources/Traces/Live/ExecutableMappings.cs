using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Sources.Traces.Live;

/// <summary>The code that a running process has mapped.</summary>
internal static class ExecutableMappings
{
    /// <summary>Reads it.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="images">The places that code comes from.</param>
    /// <param name="space">Gets the mappings.</param>
    /// <returns>False where the process has gone, or is not ours to read.</returns>
    public static bool TryRead(int pid, CodeImages images, AddressSpace space)
    {
        try
        {
            ReadOnlySpan<byte> text = File.ReadAllBytes($"/proc/{pid}/maps");
            foreach (Range line in text.Split((byte)'\n'))
            {
                if (TryParse(text[line], images, pid, out CodeMapping mapping))
                    space.Add(in mapping);
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>The ranges of a process that hold code of no file, in address order.</summary>
    /// <exception cref="IOException">The process has gone.</exception>
    public static List<(ulong Start, ulong End)> Compiled(int pid)
    {
        List<(ulong Start, ulong End)> ranges = [];
        CodeImages images = new();
        ReadOnlySpan<byte> text = File.ReadAllBytes($"/proc/{pid}/maps");
        foreach (Range line in text.Split((byte)'\n'))
        {
            if (TryParse(text[line], images, pid, out CodeMapping mapping) && mapping.Image.Kind == CodeKind.Compiled)
                ranges.Add((mapping.Start, mapping.End));
        }

        return ranges;
    }

    /// <summary>Reads a line.</summary>
    /// <returns>False where it is not code.</returns>
    public static bool TryParse(ReadOnlySpan<byte> line, CodeImages images, int pid, out CodeMapping mapping)
    {
        mapping = default;
        if (!MappedRange.TryParse(line, out MappedRange range) || !range.IsExecutable)
            return false;
        FileNumber file = new(((ulong)range.DeviceMajor << 32) | range.DeviceMinor, range.Inode);
        mapping = new CodeMapping(range.Start, range.End, range.Offset, images.Of(range.Path, default, pid), file);
        return true;
    }
}
