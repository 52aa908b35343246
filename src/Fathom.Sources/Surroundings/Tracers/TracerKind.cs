namespace Fathom.Sources.Surroundings.Tracers;

/// <summary>What descriptors show of a process that looks on.</summary>
/// <param name="Link">What a link to such a descriptor leads to.</param>
/// <param name="Fact">The name of the fact that counts them.</param>
/// <param name="CountsMarks">Whether each mark in the notes of a descriptor counts, and not the descriptor.</param>
internal sealed record TracerKind(string Link, string Fact, bool CountsMarks = false)
{
    /// <summary>Events that perf_event_open(2) gives, one for each processor and kind of event.</summary>
    public static TracerKind PerfEvents { get; } = new("anon_inode:[perf_event]", "perf_event_descriptors");

    /// <summary>Marks of fanotify(7): files, mounts or file systems whose use somebody is told of, or asked to allow.</summary>
    public static TracerKind FileMarks { get; } = new("anon_inode:[fanotify]", "fanotify_marks", CountsMarks: true);

    /// <summary>Programs of the kernel that a process holds.</summary>
    public static TracerKind Programs { get; } = new("anon_inode:bpf-prog", "bpf_program_descriptors");

    /// <summary>All.</summary>
    public static IReadOnlyList<TracerKind> All { get; } = [PerfEvents, FileMarks, Programs];
}
