namespace Fathom.Recorder.Kernel.Events;

/// <summary>A tracepoint as the kernel describes it.</summary>
/// <param name="System">Its system, such as sched.</param>
/// <param name="Name">Its name.</param>
/// <param name="Id">Its number.</param>
/// <param name="Format">The description.</param>
internal sealed record TracepointFile(string System, string Name, ulong Id, byte[] Format)
{
    /// <summary>As perf writes it.</summary>
    public string FullName => $"{System}:{Name}";
}
