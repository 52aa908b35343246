using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Cli.Commands.Time;

/// <summary>What the verbs on traces say of those of a .NET runtime.</summary>
internal static class EventTrace
{
    /// <summary>The format of such traces.</summary>
    public const string Format = NetTraceExtractor.FormatName;

    /// <summary>What samples of the runtime's sampler mean.</summary>
    public const string SamplerNote =
        "samples are of the runtime's own sampler: a thread in managed code counts as running, also while it has no processor, and native code does not count";

    /// <summary>What it means that there are none.</summary>
    public const string NoSamplesNote = "no sample of a thread in managed code is in the trace: the recorder may not have asked for them (dotnet-trace collect --profile dotnet-sampled-thread-time)";
}
