using System.CommandLine;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Agents;

/// <summary>The tools that the verbs make: those that only read, and those that write where that is allowed.</summary>
/// <param name="verbs">All verbs.</param>
/// <param name="mayWrite">Whether files may be written.</param>
internal sealed class AgentTools(IReadOnlyList<Verb> verbs, bool mayWrite)
{
    // What explains most in one answer comes first; the order is what a reader of a list goes by.
    private static readonly string[] s_read =
    [
        "why", "findings", "ps", "info", "doctor", "cpu", "waits", "locks", "threadpool", "threads", "gc", "allocs", "exceptions",
        "requests", "jit", "startup", "processes", "machine", "events", "markers", "heap", "memory", "stacks", "diff", "sql", "schema",
    ];

    private static readonly string[] s_ofTime =
    [
        "cpu", "waits", "locks", "threadpool", "threads", "gc", "allocs", "exceptions", "requests", "jit", "startup", "processes", "events",
    ];

    private static readonly string[] s_write = ["record", "save", "dump", "extract"];

    private AgentTool[]? _all;

    /// <summary>All of them.</summary>
    public IReadOnlyList<AgentTool> All => _all ??=
    [
        .. (mayWrite ? [.. s_read, .. s_write] : s_read).SelectMany(name => Of(verbs.First(verb => verb.Name == name).Create(), [name])),
    ];

    /// <summary>One by its name; null for none.</summary>
    public AgentTool? Find(string name) => All.FirstOrDefault(tool => tool.Name == name);

    private IEnumerable<AgentTool> Of(FathomCommand command, string[] words)
    {
        yield return new AgentTool(string.Join('_', words), words, command, mayWrite);
        foreach (Command view in command.Subcommands)
        {
            // Of two recordings 'diff' tells all, and 'why' what changed over many; a list of fewer tools is read sooner.
            if (view is FathomCommand known && !(known.Name is ("diff" or "trend") && s_ofTime.Contains(words[0])))
            {
                foreach (AgentTool tool in Of(known, [.. words, known.Name]))
                    yield return tool;
            }
        }
    }
}
