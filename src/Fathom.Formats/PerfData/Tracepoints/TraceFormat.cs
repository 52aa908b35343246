namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>A tracepoint as the recording's kernel describes it. Fields are found by name: their places differ between kernels.</summary>
/// <param name="System">Its group, such as <c>sched</c>.</param>
/// <param name="Name">Its name, such as <c>sched_switch</c>.</param>
/// <param name="Id">Its number, which is the config of its event.</param>
/// <param name="Fields">Its fields in their order, the common ones first.</param>
/// <param name="Print">How the kernel would print it, as it stands.</param>
public sealed record TraceFormat(string System, string Name, ulong Id, IReadOnlyList<TraceField> Fields, string Print)
{
    /// <summary>Group and name, as perf writes them.</summary>
    public string FullName => $"{System}:{Name}";

    /// <summary>Reads the text with which the kernel describes a tracepoint.</summary>
    /// <returns>Null where name or number are missing.</returns>
    public static TraceFormat? Read(string system, string text) => TraceFormatParser.Parse(system, text);

    /// <summary>Finds a field.</summary>
    /// <returns>Null where there is none of this name.</returns>
    public TraceField? Find(string name) => Fields.FirstOrDefault(field => field.Name == name);
}
