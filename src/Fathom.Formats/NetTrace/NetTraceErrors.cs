using Fathom.Model;

namespace Fathom.Formats.NetTrace;

/// <summary>Why a stream is not read at all.</summary>
internal static class NetTraceErrors
{
    public static FathomException NotNetTrace(string name, string why) =>
        FathomException.Target($"'{name}' is no nettrace: {why}.", "give a file that dotnet-trace or the runtime wrote (NAME.nettrace)");

    public static FathomException NetPerf(string name) => FathomException.Target(
        $"'{name}' is a netperf file of .NET Core 2; Fathom reads nettrace, which .NET Core 3.0 and later write.",
        "open it with PerfView, or record the program on a newer runtime");

    public static FathomException Version(string name, int version) => FathomException.Target(
        $"'{name}' has version {version} of the nettrace format; this Fathom reads versions 4 and 5.",
        "use a newer Fathom, or record with the runtime's own tools");
}
