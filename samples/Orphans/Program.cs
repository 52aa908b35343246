// Makes memory that no process shows. Prints "ready {}", then answers a line "CASE MEBIBYTES" with what it made as JSON: size_bytes, owner_pid, name; or
// {"refused": "why"} where the machine does not allow it. "another" sends a second file into the socket of "flight"; "receive" takes the next file out of it; "clean" takes back what would outlive
// the program. With the argument "segment MEBIBYTES" it makes a segment of System V, prints its number and ends.
using System.Globalization;

namespace Orphans;

internal static class Program
{
    private const long Mebibyte = 1024 * 1024;

    private static (int Sender, int Receiver) s_channel;

    private static void Main(string[] args)
    {
        if (args is ["segment", var size])
        {
            Console.WriteLine(Native.Segment(Bytes(size)));
            return;
        }

        using LastingCases lasting = new();
        Console.WriteLine("ready {}");
        while (Console.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            try
            {
                Console.WriteLine(Make(words[0], words.Length > 1 ? Bytes(words[1]) : 0, lasting));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or System.ComponentModel.Win32Exception)
            {
                Console.WriteLine($$"""{"refused": "{{e.Message.Replace('"', '\'')}}"}""");
            }
        }
    }

    private static string Make(string word, long bytes, LastingCases lasting)
    {
        switch (word)
        {
            case "memfd":
                Native.WriteAll(Native.MemoryFile("orphan-memfd"), bytes);
                return Answer(bytes, "orphan-memfd");
            case "flight":
                s_channel = Native.Channel();
                return Send(bytes, "orphan-flight");
            case "another":
                return Send(bytes, "orphan-behind");
            case "receive":
                return Answer(Native.Receive(s_channel.Receiver), "orphan-flight");
            case "deleted":
                string path = $"/dev/shm/orphan-deleted-{Environment.ProcessId}";
                Native.WriteAll(Native.OpenNew(path), bytes);
                File.Delete(path);
                return Answer(bytes, path);
            case "pipes":
                long unread = 0;
                while (unread < bytes)
                    unread += Native.FullPipe();
                return Answer(unread, null);
            case "sockets":
                long queued = 0;
                while (queued < bytes)
                    queued += Native.FullSocketPair();
                return Answer(queued, null);
            case "bpf":
                return Native.BpfArray(bytes) < 0 ? throw new InvalidOperationException("bpf is not allowed here.") : Answer(bytes, "fathom_orphan");
            case "clean":
                lasting.Clean();
                return "{}";
            default:
                return lasting.Make(word, bytes);
        }
    }

    private static string Send(long bytes, string name)
    {
        int file = Native.MemoryFile(name);
        Native.WriteAll(file, bytes);
        Native.SendAway(s_channel.Sender, file);
        return Answer(bytes, name);
    }

    /// <summary>The answer for a case that this process holds.</summary>
    internal static string Answer(long bytes, string? name) => Answer(bytes, Environment.ProcessId, name);

    internal static string Answer(long bytes, int ownerPid, string? name) => string.Create(
        CultureInfo.InvariantCulture, $$"""{"size_bytes": {{bytes}}, "owner_pid": {{ownerPid}}, "name": "{{name}}"}""");

    private static long Bytes(string mebibytes) => long.Parse(mebibytes, CultureInfo.InvariantCulture) * Mebibyte;
}
