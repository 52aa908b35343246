using Fathom.Files;
using Fathom.Formats.ReadyToRun;
using Fathom.Sources.Machine.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The methods of an assembly that was compiled ahead of time, by their place in its file.</summary>
internal sealed class AssemblyCode
{
    private readonly ReadyToRunImage _image;

    private AssemblyCode(ReadyToRunImage image) => _image = image;

    /// <summary>Reads a file that is as old as the trace or older: a trace has nothing that tells an assembly from another one at the same place.</summary>
    /// <param name="path">The file.</param>
    /// <param name="startUnixNs">The begin of the trace.</param>
    /// <returns>Null where it was written later, has no such code or cannot be read.</returns>
    public static AssemblyCode? TryRead(string path, long startUnixNs)
    {
        try
        {
            using SafeFileHandle? file = Path.IsPathRooted(path) ? RegularFile.TryOpen(path, out _) : null;
            return file is not null && FrameFileReader.IsOlder(file, startUnixNs)
                && ReadyToRunImage.TryRead(FileReading.ReaderOf(file), null, out _) is { } image
                ? new AssemblyCode(image)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>The method at a place of the file, and how far from its start; null where there is none.</summary>
    public (string Name, ulong Offset)? Find(ulong place)
    {
        if (_image.RvaOf(place) is not { } rva || _image.Find(rva) is not { } method)
            return null;
        ulong start = rva >= method.ColdRva && method.ColdSizeBytes > 0 && rva - method.ColdRva < method.ColdSizeBytes ? method.ColdRva : method.Rva;
        ReadyToRunMethodName name = _image.NameOf(method);
        return ($"{name.Type}.{name.Method}{name.TypeArguments}", rva - start);
    }
}
