using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Memory;

/// <summary>
/// Memory that hangs on the descriptors of a process: shared memory files without a name whose pages are not mapped, unread bytes in pipes, and
/// buffers of sockets. A file or pipe counts once, however many descriptors the process has of it.
/// </summary>
internal sealed unsafe class DescriptorHoldings
{
    private const int BadDescriptor = 9;

    private readonly Dictionary<(string Category, string? Owner), (int Count, long Bytes)> _sums = [];
    private readonly HashSet<(ulong Device, ulong Inode)> _met = [];
    private readonly Dictionary<ulong, long> _mappedBytes = [];

    private DescriptorHoldings(IReadOnlyList<Mapping> mappings)
    {
        foreach (Mapping mapping in mappings.Where(mapping => mapping.Inode != 0))
            _mappedBytes[mapping.Inode] = _mappedBytes.GetValueOrDefault(mapping.Inode) + mapping.RssBytes;
    }

    /// <summary>Descriptors that could not be looked at.</summary>
    public int RefusedCount { get; private set; }

    /// <summary>What the descriptors hold.</summary>
    public IEnumerable<MemoryHolding> All => _sums
        .Where(sum => sum.Value.Bytes > 0)
        .Select(sum => new MemoryHolding(sum.Key.Category, sum.Key.Owner, sum.Value.Count, sum.Value.Bytes));

    /// <summary>Looks at all descriptors of a process.</summary>
    public static DescriptorHoldings Read(int processId, IReadOnlyList<Mapping> mappings, CancellationToken stop)
    {
        DescriptorHoldings holdings = new(mappings);
        int process = (int)DescriptorCalls.SystemCall(DescriptorCalls.PidfdOpen, processId, 0, 0);
        try
        {
            foreach (string link in Directory.EnumerateFileSystemEntries($"/proc/{processId}/fd"))
            {
                stop.ThrowIfCancellationRequested();
                if (int.TryParse(Path.GetFileName(link), NumberStyles.None, CultureInfo.InvariantCulture, out int number))
                    holdings.Look(process, number, link);
            }
        }
        catch (Exception e) when (e is UnauthorizedAccessException or IOException)
        {
            holdings.RefusedCount++;
        }
        finally
        {
            if (process >= 0)
                _ = DescriptorCalls.Close(process);
        }

        return holdings;
    }

    private static bool IsThere(string link)
    {
        try
        {
            return File.ResolveLinkTarget(link, returnFinalTarget: false) is not null;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return false;
        }
    }

    private void Look(int process, int number, string link)
    {
        int copy = process < 0 ? -1 : (int)DescriptorCalls.SystemCall(DescriptorCalls.PidfdGetFd, process, number, 0);
        if (copy < 0)
        {
            // Closed since the folder was listed, it is none that is refused.
            if (process >= 0 ? Marshal.GetLastPInvokeError() != BadDescriptor : IsThere(link))
                RefusedCount++;
            return;
        }

        try
        {
            if (DescriptorFacts.Of(copy) is not { } facts || !_met.Add((facts.Device, facts.Inode)))
                return;
            if (facts.IsPipe)
                Add("pipe buffers", null, DescriptorAnswers.UnreadBytes(copy));
            else if (facts.IsSocket)
                Add("socket buffers", null, DescriptorAnswers.SocketBytes(copy));
            else if (facts is { IsFile: true, Links: 0 } && IsSharedMemory(copy))
                Add("unmapped shared memory", $"{NameOf(link)} (descriptor {number})", facts.AllocatedBytes - _mappedBytes.GetValueOrDefault(facts.Inode));
        }
        finally
        {
            _ = DescriptorCalls.Close(copy);
        }
    }

    private void Add(string category, string? owner, long bytes)
    {
        if (bytes <= 0)
            return;
        (int count, long sum) = _sums.GetValueOrDefault((category, owner));
        _sums[(category, owner)] = (count + 1, sum + bytes);
    }

    private static string NameOf(string link)
    {
        string target;
        try
        {
            target = File.ResolveLinkTarget(link, returnFinalTarget: false)?.FullName ?? link;
        }
        catch (IOException)
        {
            return link;
        }

        target = MappedFile.WithoutMark(target);
        return target.StartsWith("/memfd:", StringComparison.Ordinal) ? $"memfd {target["/memfd:".Length..]}" : target;
    }

    private static bool IsSharedMemory(int file)
    {
        byte* result = stackalloc byte[DescriptorCalls.StatFsBytes];
        return DescriptorCalls.FileSystem(file, result) == 0 && *(long*)result == DescriptorCalls.TmpfsMagic;
    }
}
