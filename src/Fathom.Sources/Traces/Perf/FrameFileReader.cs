using Fathom.Files;
using Fathom.Formats;
using Fathom.Formats.Elf;
using Fathom.Formats.ReadyToRun;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Threads.Unwinding;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Reads from files how frames are passed, each build once, up to some memory for all.</summary>
/// <param name="keepsCode">Whether code of assemblies is kept, because there is no process to read it of.</param>
internal sealed class FrameFileReader(bool keepsCode)
{
    private const long MostBytes = 256 << 20;
    private const long MostBytesOfFile = 64 << 20;

    private readonly Dictionary<string, FileFrames> _byBuildId = [];
    private readonly Dictionary<FileNumber, BundleFrames> _bundles = [];
    private readonly PlaceRules _known = new();

    /// <summary>Room for what files tell, of all of them.</summary>
    public CallFrameBudget Budget { get; } = new(MostBytes);

    /// <summary>Whether a file is what a process had mapped.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="image">Its headers.</param>
    public delegate bool IsMapped(SafeFileHandle file, ElfImage image);

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="isMapped">Whether it is the right one.</param>
    /// <returns>Null where it is not there, another one, or too large.</returns>
    public FileFrames? TryRead(string path, IsMapped isMapped)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            if (file is null)
                return null;
            ReadAt read = FileReading.ReaderOf(file);
            if (ElfImage.TryRead(read, isLoaded: false) is not { HasCode: true } image || !isMapped(file, image))
                return null;
            if (image.BuildId is { } known && _byBuildId.TryGetValue(known, out FileFrames? frames))
                return frames;
            frames = FileFrames.TryRead(read, image, MostBytesOfFile, Budget, _known, path);
            if (frames is not null && image.BuildId is { } buildId)
                _byBuildId.Add(buildId, frames);
            return frames;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads an assembly that was compiled ahead of time.</summary>
    /// <param name="path">The file.</param>
    /// <param name="isMapped">Whether it is the right one.</param>
    /// <returns>Null where it is not there, another one, has no such code or is too large.</returns>
    public AssemblyFrames? TryReadAssembly(string path, Predicate<SafeFileHandle> isMapped)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            return file is not null && isMapped(file) && ReadyToRunFrames.TryRead(FileReading.ReaderOf(file), MostBytesOfFile, keepsCode) is { } read && Budget.TryTake(read.SizeBytes, path)
                ? new AssemblyFrames(read, _known)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the assemblies in a single-file program that were compiled ahead of time and are stored as they are.</summary>
    /// <param name="path">The file.</param>
    /// <param name="program">The program itself.</param>
    /// <returns>Null where it has none.</returns>
    public BundleFrames? TryReadBundle(string path, FileFrames program)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
            // Only a program with the runtime in it has assemblies: others need not be searched.
            if (file is null || !TryReadNumber(file, out FileNumber number)
                || ElfSymbols.FindVariable(FileReading.ReaderOf(file), CompiledCodeLayout.TableSymbolUtf8) is null)
            {
                return null;
            }

            if (_bundles.TryGetValue(number, out BundleFrames? known))
                return known;
            List<(ulong Begin, ulong End, AssemblyFrames Frames)> assemblies = [];
            long end = 0;
            foreach ((long offset, long size) in SingleFileBundle.Assemblies(file, length).Order())
            {
                // Each byte of the file is read once, whatever its list of files says.
                if (offset < end)
                    continue;
                end = offset + size;
                ReadAt read = FileReading.ReaderOf(file, offset, size);
                if (ReadyToRunFrames.TryRead(read, MostBytesOfFile, keepsCode) is { } frames && Budget.TryTake(frames.SizeBytes, path))
                    assemblies.Add(((ulong)offset, (ulong)(offset + size), new AssemblyFrames(frames, _known)));
            }

            if (assemblies.Count > 0)
                _bundles.Add(number, known = new BundleFrames(program, assemblies));
            return known;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether an open file was written before a trace began: a trace has nothing else that tells an assembly from another one at the same place.</summary>
    /// <param name="file">The file.</param>
    /// <param name="startUnixNs">The begin of the trace.</param>
    public static bool IsOlder(SafeFileHandle file, long startUnixNs) => new DateTimeOffset(File.GetLastWriteTimeUtc(file)).ToUnixTimeMilliseconds() < startUnixNs / 1_000_000;

    /// <summary>Whether an open file has a number.</summary>
    public static bool Is(SafeFileHandle file, FileNumber number) => number.Inode != 0 && TryReadNumber(file, out FileNumber own) && own == number;

    private static bool TryReadNumber(SafeFileHandle file, out FileNumber number)
    {
        bool isRead = FileStatus.TryRead((int)file.DangerousGetHandle(), FileStatus.Basic, out FileStatus status);
        number = new FileNumber(((ulong)status.DeviceMajor << 32) | status.DeviceMinor, status.Inode);
        return isRead;
    }
}
