using Fathom.Files;
using Fathom.Formats.ReadyToRun;
using Fathom.Formats.ReadyToRun.Debugging;
using Fathom.Sources.Events.Maps;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The methods of an assembly that was compiled ahead of time, by their place in its file.</summary>
internal sealed class AssemblyCode
{
    private const int MostDebugBytes = 64 << 20;

    private readonly ReadyToRunImage _image;
    private readonly string _path;
    private readonly long _startUnixNs;
    private readonly ManagedModule _module;
    private DebugInformation? _debug;
    private bool _isDebugRead;

    private AssemblyCode(ReadyToRunImage image, string path, long startUnixNs)
    {
        (_image, _path, _startUnixNs) = (image, path, startUnixNs);
        _module = new ManagedModule(Path.GetFileName(path), path, image.Identity.SymbolId ?? Guid.Empty, "");
    }

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
                ? new AssemblyCode(image, path, startUnixNs)
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
        // The events of a runtime tell no type arguments of a method, and a method has one name.
        return ($"{name.Type}.{name.Method}", rva - start);
    }

    /// <summary>The source line at a place of the file, or why it is not known.</summary>
    /// <param name="place">The place.</param>
    /// <param name="lines">Finds it.</param>
    public SourceLine LineAt(ulong place, ManagedLines lines)
    {
        if (_image.RvaOf(place) is not { } rva || _image.Find(rva) is not { } method)
            return SourceLine.None("no method that was compiled ahead of time covers this place");
        if (_image.DefinitionOf(method) is not { } definition)
            return SourceLine.None("compiled ahead of time: its method is in an assembly that is not known");
        if (definition.Assembly != Path.GetFileNameWithoutExtension(_path))
            return SourceLine.None($"compiled ahead of time, from a method of {definition.Assembly}");
        if (definition.IsGenerated)
            return SourceLine.None("compiled ahead of time: the compiler made its method");
        // Most assemblies have no PDB here, and then the rest need not be read.
        if (lines.WhyNot(_module) is { } why)
            return SourceLine.None(why);
        return Debug is { } debug && debug.TryFind(method, rva, out IlPlace il)
            ? lines.Of(_module, definition.Token, il.Bound.Kind switch { BoundKind.Unmapped => IlOffset.None, BoundKind.Epilog => IlOffset.Epilog, _ => il.IlOffset })
            : SourceLine.None("compiled ahead of time: it has no debug information of this place");
    }

    private DebugInformation? Debug
    {
        get
        {
            if (_isDebugRead)
                return _debug;
            _isDebugRead = true;
            try
            {
                using SafeFileHandle? file = RegularFile.TryOpen(_path, out _);
                if (file is not null && FrameFileReader.IsOlder(file, _startUnixNs))
                    _debug = DebugInformation.TryRead(FileReading.ReaderOf(file), MostDebugBytes, out _);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It is gone.
            }

            return _debug;
        }
    }
}
