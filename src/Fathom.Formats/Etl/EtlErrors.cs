using Fathom.Model;

namespace Fathom.Formats.Etl;

/// <summary>Why a file is not read at all.</summary>
internal static class EtlErrors
{
    public static FathomException NotEtl(string name, string why) =>
        FathomException.Target($"'{name}' is not a Windows event trace (.etl): {why}.",
            "give a file that wpr, xperf, PerfView or logman wrote (NAME.etl)");

    public static FathomException Compression(string name, int format) => FathomException.Target(
        $"'{name}' is compressed in a way that this Fathom does not know (format {format}); it knows Xpress.",
        "record again without compression, or merge it on Windows with xperf -merge");

    public static FathomException OtherMachine(string one, string other) => FathomException.Target(
        $"'{one}' and '{other}' are not of one machine since it was started, so they make no one recording.",
        "give each alone, or the two files of one session (NAME.etl and NAME.kernel.etl)");

    public static FathomException Clock(string name, uint clock) => FathomException.Target(
        $"'{name}' has a clock that this Fathom does not know (kind {clock}).", "record again with the usual clock (wpr and PerfView do)");
}
