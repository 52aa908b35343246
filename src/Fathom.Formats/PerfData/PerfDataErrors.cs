using Fathom.Model;

namespace Fathom.Formats.PerfData;

/// <summary>Why a recording is not read at all.</summary>
internal static class PerfDataErrors
{
    public static FathomException NotPerfData(string name, string why) =>
        FathomException.Target($"'{name}' is not a perf.data file: {why}.", "give a file that 'perf record' wrote");

    public static FathomException FirstVersion(string name) => FathomException.Target(
        $"'{name}' has version 1 of the perf.data format, which perf wrote before Linux 3.4; Fathom reads version 2.",
        "record it again with a current perf");

    public static FathomException OtherByteOrder(string name) => FathomException.Target(
        $"'{name}' was recorded on a machine of the other byte order; Fathom reads recordings of little-endian machines.",
        "read it with perf on a machine of the same kind");

    public static FathomException Folder(string name) => FathomException.Target(
        $"'{name}' is a folder with the data of several perf threads; Fathom reads recordings that are one file.",
        "record without --threads");

    public static FathomException NoZstd(string name) => FathomException.NotPossible(
        $"'{name}' is compressed, and this machine has no libzstd.",
        "install the system's zstd library (libzstd1 on Debian), or record without -z");
}
