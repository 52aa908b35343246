using System.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// The programs that were started with a text in their environment, such as the name of a port that runtimes come to, so that their runtime, or one that they start, may
/// still come. Each look remembers them: one whose environment cannot be read (it became another user), or is none any more (a program may write its title over it),
/// counts when its parent counted, and goes on to count as long as it runs.
/// </summary>
/// <param name="text">The text.</param>
/// <param name="root">Where the proc file system is mounted.</param>
public sealed class AwaitedPrograms(string text, string root = "/proc")
{
    private readonly byte[] _text = Encoding.UTF8.GetBytes(text);
    private HashSet<ProcessInstance> _known = [];

    /// <summary>The programs that the last look found.</summary>
    public IReadOnlyCollection<ProcessInstance> Found => _known;

    /// <summary>Looks at all processes.</summary>
    /// <returns>Whether such a program runs.</returns>
    public bool Look()
    {
        using ProcReader reader = new(root);
        HashSet<ProcessInstance> now = [];
        List<(ProcessInstance Process, int ParentId)> unclear = [];
        foreach (int pid in ProcessInstance.Numbers(root))
        {
            if (!ProcStat.TryRead(reader, pid, out ProcStat stat) || stat.HasEnded || stat.IsKernelThread)
                continue;
            ProcessInstance process = new(pid, stat.StartTicks);
            ProcReadState state = reader.Read(pid, "environ"u8, out ReadOnlySpan<byte> environment);
            if (state == ProcReadState.Read && environment.IndexOf(_text) >= 0)
                now.Add(process);
            else if (state != ProcReadState.Read ? state != ProcReadState.Gone : !environment.IsEmpty && environment.IndexOf((byte)'=') < 0)
                unclear.Add((process, stat.ParentPid));
        }

        HashSet<int> numbers = [.. now.Select(static process => process.ProcessId)];
        // From the parents to the children, however they stand in the list.
        for (bool found = true; found;)
        {
            found = false;
            foreach ((ProcessInstance process, int parentId) in unclear)
            {
                if ((_known.Contains(process) || numbers.Contains(parentId)) && numbers.Add(process.ProcessId))
                    found |= now.Add(process);
            }
        }

        _known = now;
        return now.Count > 0;
    }
}
