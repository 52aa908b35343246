using System.Text;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>What a line of <c>/proc/PID/maps</c> tells of code, as the kernel's own records would.</summary>
internal static class MappingLine
{
    // What the kernel calls memory without a file in its own records.
    private const string Nameless = "//anon";

    // Begins the name of what is no file, such as a stack.
    private const byte Special = (byte)'[';

    /// <summary>Reads it; false for what is no code, and where data is asked for, no file.</summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out MappedCode code, bool withData = false)
    {
        code = default;
        if (!MappedRange.TryParse(line, out MappedRange range) || !(range.IsExecutable || (withData && !range.Path.IsEmpty && range.Path[0] != Special)))
            return false;
        ReadOnlySpan<byte> rights = range.Rights;
        code = new MappedCode(range.Start, range.End - range.Start, range.Offset, range.Path.IsEmpty ? Nameless : Encoding.UTF8.GetString(range.Path), [])
        {
            DeviceMajor = range.DeviceMajor,
            DeviceMinor = range.DeviceMinor,
            Inode = range.Inode,
            Protection = (rights[0] == 'r' ? 1u : 0) | (rights[1] == 'w' ? 2u : 0) | (range.IsExecutable ? MappedCode.Executable : 0),
            Flags = rights[3] == 's' ? 1u : 2u,
        };
        return true;
    }
}
