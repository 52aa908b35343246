namespace Fathom.Query.Trends;

/// <summary>A process that points were taken of.</summary>
/// <param name="Rec">Position of its recording.</param>
/// <param name="ProcessId">Its number in the recording.</param>
/// <param name="Pid">Its number in the kernel.</param>
/// <param name="Name">Its name.</param>
/// <param name="CommandLine">Its arguments.</param>
/// <param name="RuntimeVersion">Version of its runtime.</param>
/// <param name="Points">Moments that there are of it.</param>
internal sealed record TrendProcess(int Rec, long ProcessId, long? Pid, string? Name, string? CommandLine, string? RuntimeVersion, long Points)
{
    /// <summary>The machine; null where it is not known.</summary>
    public string? Host { get; init; }
}
