using System.Buffers.Text;
using System.Text;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// Local sockets that a process listens on: <c>/proc/PID/net/unix</c> lists them by number and by the path that they were bound to, <c>/proc/PID/fd</c> says which the process holds.
/// </summary>
/// <remarks>A line is <c>address: references protocol flags type state inode path</c>; flag 0x10000 says that it listens. Its path stays as it was when the file is renamed.</remarks>
internal static class ListeningSockets
{
    private const int FlagsField = 3;
    private const int InodeField = 6;
    private const int PathField = 7;

    /// <summary>Whether a process holds a socket that listens and was bound to a file of this name.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="name">The name of the file, without its folder.</param>
    /// <returns>Null where the kernel does not let us see it.</returns>
    public static bool? Holds(int processId, string name)
    {
        try
        {
            // A process may have changed its network since; then the socket is listed where it was opened, which is ours as a rule.
            HashSet<long> listening = [.. Named(File.ReadAllBytes($"/proc/{processId}/net/unix"), name), .. Named(File.ReadAllBytes("/proc/net/unix"), name)];
            return Directory.EnumerateFileSystemEntries($"/proc/{processId}/fd").Any(link => IsOf(new FileInfo(link).LinkTarget, listening));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The numbers of those in a list that listen and were bound to a file of this name.</summary>
    /// <param name="list">The content of <c>/proc/net/unix</c>.</param>
    /// <param name="name">The name of the file, without its folder.</param>
    public static IEnumerable<long> Named(byte[] list, string name)
    {
        byte[] wanted = Encoding.UTF8.GetBytes("/" + name);
        List<long> found = [];
        foreach (Range line in list.AsSpan().Split((byte)'\n'))
        {
            ReadOnlySpan<byte> rest = list.AsSpan(line);
            if (!rest.EndsWith(wanted))
                continue;
            bool listens = false;
            long inode = 0;
            for (int field = 0; field < PathField && !rest.IsEmpty; field++)
            {
                rest = rest.TrimStart((byte)' ');
                int end = rest.IndexOf((byte)' ');
                ReadOnlySpan<byte> text = end < 0 ? rest : rest[..end];
                if (field == FlagsField)
                    listens = text.SequenceEqual("00010000"u8);
                if (field == InodeField && !Utf8Parser.TryParse(text, out inode, out _))
                    inode = 0;
                rest = rest[text.Length..];
            }

            // The address of a socket without a file begins with @ in place of a folder.
            if (listens && inode > 0 && rest.StartsWith(" /"u8))
                found.Add(inode);
        }

        return found;
    }

    private static bool IsOf(string? target, HashSet<long> listening) =>
        target is not null && target.StartsWith("socket:[", StringComparison.Ordinal) && long.TryParse(target.AsSpan("socket:[".Length).TrimEnd(']'), out long inode) && listening.Contains(inode);
}
