using Fathom.Model;

namespace Fathom.Formats.NetTrace;

/// <summary>Why a stream is not read at all.</summary>
internal static class NetTraceErrors
{
    public static FathomException NotNetTrace(string name, string why) =>
        FathomException.Target($"'{name}' is not a nettrace file: {why}.", "give a file that dotnet-trace or the runtime wrote (NAME.nettrace)");

    public static FathomException Version(string name, int version) => FathomException.Target(
        $"'{name}' has version {version} of the nettrace format; this Fathom reads versions 1 to 6.",
        "use a newer Fathom, or record with the runtime's own tools");
}
